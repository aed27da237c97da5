"""The board in a real browser: games clicked through, analysis, records, several pages, a board from a file."""

import os
import pathlib
import re
import tempfile
import time
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from support import Page, Referee, Server, browser, eventually, pick

# A position of each variant that is not its start, with a capture in several steps where the game has such.
POSITIONS = {
    "russian": "8/8/1b3b2/8/3b4/2w5/8/8 w 0 1",
    "russian-official": "8/6W1/8/8/3W4/8/1b3b2/8 w 0 1",
    "bashni": "1b6/2(bbw)5/1(WWwbbb)6/8/3(wwwwBb)4/2w3w1/5(wbb)2/(Wb)7 w 0 1",
    "lasca": "7/3(bw)3/2(Wwwwwwwwwwbbbbbbbb)3(Bb)/7/7/7/7 w 0 1",
    "siberia": "rncdk1cnr/pppp1pppp/9/4p4/9/3P5/9/PPP1PPPPP/RNCDK1CNR w - - 0 1",
    "vsadniki": "bb2bbb1b/bbbb1b1bb/3b5b7/2B14/5b11/13/3b13/2W3W10/4w12/wwwwww1ww/w3wwwww w 4 2 0 0 0 1",
}
SHOTS = os.environ.get("SHOTS")


class Board(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server, cls.referee, cls.driver = Server(), Referee(), browser()

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()
        cls.referee.close()
        cls.server.close()

    def setUp(self):
        self.page = Page(self.driver, self.server.address)

    def tearDown(self):
        for window in self.driver.window_handles[1:]:
            self.driver.switch_to.window(window)
            complaints = self.page.complaints()
            self.driver.close()
            self.assertEqual(complaints, [])
        self.driver.switch_to.window(self.driver.window_handles[0])

    def variants(self):
        names = self.page.run("return [...document.querySelectorAll('#variant option')].map((it) => it.value)")
        self.assertEqual(sorted(names), sorted(POSITIONS))
        return names

    def shot(self, name):
        if SHOTS:
            pathlib.Path(SHOTS).mkdir(parents=True, exist_ok=True)
            self.driver.save_screenshot(f"{SHOTS}/{name}.png")

    def agree(self):
        """The page shows what the referee says of the same record."""
        turn = self.page.settled()
        self.referee.load(self.page.value("record"))
        self.assertEqual(self.page.value("fen"), self.referee.fen())
        starts = {self.page.path(move)[0] for move in self.referee.legal()}
        # Every piece or column is drawn; in games of two kinds a crown is on those whose top is the second kind.
        standing = re.findall(r"\(\w+\)|[a-zA-Z]", self.page.value("fen").split()[0])
        crowned = sum(letters.strip("(")[0].isupper() for letters in standing)
        if self.page.count(".pieces text:not(.height text)") > 0:
            crowned = 0
        self.assertEqual((self.page.count(".pieces > g"), self.page.count(".pieces .crown")), (len(standing), crowned))
        if turn == "user":
            self.assertEqual(set(self.page.fields(".movable")), starts)

    def through(self, page, most=400):
        """Plays White against the engine to the end of the game, and returns the number of moves."""
        while page.settled() != "over":
            self.assertLess(page.ply(), most, page.value("record"))
            self.agree()
            ply = page.ply()
            page.play(pick(self.referee.legal(), ply))
            eventually("the engine answers", lambda: page.settled() == "over" or page.ply() == ply + 2)
        self.referee.load(page.value("record"))
        outcome = {"p1win": "White wins", "p2win": "Black wins", "draw": "Draw"}[self.referee.result()]
        self.assertTrue(page.text("status").startswith(f"{outcome}: "), page.text("status"))
        return page.ply()

    def test_whole_games(self):
        page = self.page
        for variant in self.variants():
            with self.subTest(variant=variant):
                page.game(variant)
                page.choose("unit", "depth")
                page.fill("amount", "3")
                if variant == "vsadniki":
                    self.rule("TargetScore", "2")
                page.choose("engine-side", "Black")
                plies = self.through(page)
                print(f"\n    {variant}: {plies} plies, {page.text('status')}", end="", flush=True)
                self.shot(f"end-{variant}")

    def rule(self, name, value):
        page = self.page
        page.run("document.getElementById('rules-box').open = true")
        control = page.driver.find_element(By.XPATH, f"//div[@id='rules']//label[contains(., '{name}')]/*")
        control.send_keys(Keys.CONTROL + "a", Keys.NULL, value, Keys.TAB)
        eventually(f"{name} is {value}", lambda: f"rule {name}={value}\n" in page.value("record"))

    def test_illegal_clicks_are_refused(self):
        page = self.page
        for variant in self.variants():
            with self.subTest(variant=variant):
                page.game(variant)
                fen, record = page.value("fen"), page.value("record")
                legal = self.legal()
                idle = next(name for name in page.fields() if name not in page.fields(".movable"))
                page.click(idle)
                self.assertEqual(page.text("status"), f"No move with {idle}")
                start = page.path(pick(legal, 1))[0]
                reached = {page.path(move)[1] for move in legal if page.path(move)[0] == start}
                page.click(start)
                self.assertEqual(page.count(".targets > *"), len(reached))
                page.click(next(name for name in page.fields() if name not in reached | set(page.fields(".movable"))))
                self.assertEqual(page.count(".targets > *"), 0)
                self.assertTrue(page.text("status").startswith("No move with "))
                self.assertEqual((page.value("fen"), page.value("record"), page.ply()), (fen, record, 0))

    def legal(self):
        self.referee.load(self.page.value("record"))
        return self.referee.legal()

    def test_analysis(self):
        page = self.page
        for variant in self.variants():
            with self.subTest(variant=variant):
                page.game(variant)
                legal = self.legal()
                page.press("analyse")
                lines = min(3, len(legal))
                rows = lambda: page.driver.find_elements(By.CSS_SELECTOR, "#lines li")
                eventually("the lines", lambda: len(rows()) == lines)
                eventually("the arrows", lambda: page.count(".arrows > *") == lines)
                self.assertIn(rows()[0].find_element(By.TAG_NAME, "button").text, legal)
                score, bar = page.run("return [score.textContent, bar.getAttribute('aria-valuetext')]")
                self.assertRegex(score, r"^([+−]?\d+\.\d\d|(White|Black) wins in \d+)$")
                self.assertEqual(bar, score)
                eventually("it goes deeper", lambda: int(re.match(r"depth (\d+)|", page.text("facts"))[1] or 0) > 3)
                self.shot(f"analysis-{variant}")
                page.press("analyse")
                eventually("the lines go", lambda: not rows())
                time.sleep(0.3)
                self.assertEqual((page.text("facts"), rows()), ("", []))
        page.game("lasca")
        page.press("analyse")
        eventually("lines", lambda: page.driver.find_elements(By.CSS_SELECTOR, "#lines button"))
        page.run("document.querySelector('#lines button').click()")
        eventually("the move of a line is played", lambda: page.ply() == 1)
        self.agree()

    def test_positions_and_records(self):
        page = self.page
        for variant, fen in POSITIONS.items():
            with self.subTest(variant=variant):
                page.game(variant)
                page.fill("fen", fen)
                page.press("load-fen")
                eventually("the position", lambda: page.value("fen") == fen)
                self.agree()
                move = pick(self.legal(), 3)
                page.play(move)
                self.agree()
                self.assertEqual(page.value("fen"), self.referee.fen())
                record = page.value("record")
                page.fill("fen", "8/8 w")
                page.press("load-fen")
                eventually("the refusal", lambda: "ranks instead of" in page.text("message"))
                self.assertEqual(page.value("record"), record)
                page.press("new")
                eventually("a new game", lambda: page.ply() == 0)
                self.assertEqual(page.text("message"), "")
                page.run("document.getElementById('record').value = arguments[0]", record)
                page.press("load-record")
                eventually("the record", lambda: page.value("record") == record and page.ply() == 1)
                self.agree()
                self.assertIn(move, page.get("save").get_attribute("href"))

    def test_files(self):
        page = self.page
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "game.pdn"
            file.write_text('[Event "x"]\n[Result "1-0"]\n\n1. c3-d4 {+0.10/3 0.1s} d6-c5 2. b2-c3 f6-g5 1-0\n')
            page.get("file").send_keys(str(file))
            eventually("the game", lambda: page.ply() == 4)
            self.assertTrue(page.value("record").endswith("moves c3-d4 d6-c5 b2-c3 f6-g5\n"))
            file.write_text(f"variant lasca\nrule Rejump=never\nfen {POSITIONS['lasca']}\nmoves c5e7 c3\n")
            page.get("file").send_keys(str(file))
            eventually("the refusal", lambda: page.text("message") == "move 2: 'c3' is not a move")
            self.assertTrue(page.value("record").startswith("variant russian\n"))
            self.assertEqual(page.ply(), 4)

    def test_back_and_forth(self):
        page = self.page
        page.choose("unit", "depth")
        page.fill("amount", "1")
        page.choose("engine-side", "Black")
        page.play("c3d4")
        eventually("the answer", lambda: page.ply() == 2)
        record = page.value("record")
        page.press("undo")
        eventually("both are taken back", lambda: page.ply() == 0 and page.turn() == "user")
        page.press("redo")
        eventually("one is played again", lambda: page.ply() == 1)
        self.assertEqual(page.value("record"), record)
        self.assertEqual(page.text("status"), "Black to move", "the engine waits")
        page.press("pause")
        eventually("it goes on when told", lambda: page.ply() == 2 and page.turn() == "user")
        page.driver.find_element(By.CSS_SELECTOR, "#moves button").click()
        eventually("to the first move", lambda: page.ply() == 1)
        page.choose("engine-side", "White Black")
        eventually("the engine plays itself", lambda: page.ply() >= 8)
        page.press("pause")
        eventually("until it is stopped", lambda: page.turn() == "user")
        place = lambda: (page.field("a1").rect["x"], -page.field("a1").rect["y"])
        before = place()
        page.press("flip")
        eventually("the board is turned", lambda: all(now > then for now, then in zip(place(), before)))
        record = page.value("record")
        page.driver.refresh()
        page.settled()
        self.assertEqual(page.value("record"), record, "a page that is loaded again has its game")

    def test_keys_and_dragging(self):
        page = self.page
        page.choose("engine-side", "")
        active = lambda: page.driver.switch_to.active_element
        keys = lambda *keys: ActionChains(page.driver).send_keys(*keys).perform()
        page.run("document.querySelector('.fields [data-field=\"c1\"]').focus()")
        self.assertEqual(active().get_attribute("aria-label"), "c1, white man")
        keys(Keys.ARROW_UP)
        self.assertEqual(active().get_attribute("data-field"), "c3")
        keys(Keys.ENTER)
        keys(Keys.ARROW_UP, Keys.ARROW_RIGHT)
        goal = active().get_attribute("data-field")
        self.assertEqual(goal[1], "5" if goal == "c5" else goal[1])
        page.run("document.querySelector('.fields [data-field=\"d4\"]').focus()")
        keys(" ")
        eventually("played by keys", lambda: page.value("record").endswith("moves c3d4\n"))
        keys(Keys.ESCAPE)
        page.run("document.activeElement.blur()")
        keys(Keys.ARROW_LEFT)
        eventually("taken back by a key", lambda: page.ply() == 0)
        drag = ActionChains(page.driver, duration=30).click_and_hold(page.field("e3"))
        drag.move_by_offset(5, -20).move_to_element(page.field("f4")).release().perform()
        eventually("played by dragging", lambda: page.value("record").endswith("moves e3f4\n"))
        drag = ActionChains(page.driver, duration=30)
        drag.click_and_hold(page.field("b6")).move_to_element(page.field("b4")).release().perform()
        time.sleep(0.2)
        self.assertEqual(page.ply(), 1)
        self.assertEqual(page.count(".pieces > g"), 24)

    def test_two_pages_and_one_that_closes(self):
        one = self.page
        eventually("one engine", lambda: self.server.engines() == 1)
        one.game("siberia")
        other = Page(self.driver, self.server.address)
        self.assertEqual(self.server.engines(), 2)
        other.game("lasca")
        other.play("c3d4")
        other.press("analyse")
        eventually("a search", lambda: other.text("facts").startswith("depth "))
        one.show()
        self.assertEqual((one.ply(), one.value("variant")), (0, "siberia"))
        one.play("e2e4")
        self.agree()
        other.close()
        eventually("the engine of the closed page ends in mid-search", lambda: self.server.engines() == 1)
        one.show()
        one.play("e8e6")
        self.agree()

    def test_a_page_says_when_its_server_is_gone(self):
        server = Server("--pages", "1")
        page = Page(self.driver, server.address)
        self.driver.switch_to.new_window("tab")
        self.driver.get(server.address)
        eventually("too many pages", lambda: page.text("reason") == "1 pages are open already")
        self.driver.close()
        page.show()
        server.close()
        eventually("the page says so", lambda: page.get("lost").is_displayed())
        page.close()
        self.page.show()

    def test_a_board_from_a_file(self):
        board = """# three rows of five, not one apart
        a1 0 0 w\nb1 10 0 w\nc1 20 0 w\nd1 30 0 w\ne1 40 0 w
        a2 0 10 o\nb2 10 10 P\nc2 20 10 o\nd2 30 10 P\ne2 40 10 o
        a3 0 20 b\nb3 10 20 b\nc3 20 20 b\nd3 30 20 b\ne3 40 20 b
        line a1 b1 c1 d1 e1\nline a2 b2 c2 d2 e2\nline a3 b3 c3 d3 e3
        line a1 a2 a3\nline b1 b2 b3\nline c1 c2 c3\nline d1 d2 d3\nline e1 e2 e3\n"""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "five.board"
            file.write_text("\n".join(line.strip() for line in board.splitlines()))
            server = Server("--rule", f"BoardFile={file}", "--rule", "NoProgress=30")
            page = self.page = Page(self.driver, server.address)
            try:
                page.game("vsadniki")
                self.assertEqual(len(page.fields()), 15)
                self.assertEqual((page.count(".ground .promotion"), page.count(".ground .ordinary")), (2, 13))
                self.assertEqual(page.count(".ground polyline"), 8)
                page.choose("unit", "depth")
                page.fill("amount", "2")
                page.choose("engine-side", "Black")
                self.shot("board-file")
                plies = self.through(page)
                print(f"\n    {plies} plies, {page.text('status')}", end="", flush=True)
            finally:
                page.close()
                server.close()

    def test_every_width_and_colour(self):
        page = self.page
        for variant, fen in POSITIONS.items():
            page.game(variant)
            page.fill("fen", fen)
            page.press("load-fen")
            eventually("the position", lambda: page.value("fen") == fen)
            page.run("document.querySelectorAll('details').forEach((it) => (it.open = false)); scrollTo(0, 0)")
            page.click(page.path(pick(self.legal(), 3))[0])
            for name, width, height in [("wide", 1280, 860), ("tablet", 820, 1180), ("phone", 360, 740)]:
                for dark in [False, True]:
                    with self.subTest(variant=variant, name=name, dark=dark):
                        page.size(width, height, dark, name != "wide")
                        self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), width)
                        box = page.get("board").rect
                        self.assertGreater(box["width"], 0.5 * min(width, height))
                        self.assertLessEqual(box["y"] + box["height"], height, "the board is seen whole")
                        self.shot(f"{variant}-{name}-{'dark' if dark else 'light'}")
            page.size(1280, 900)


if __name__ == "__main__":
    unittest.main()
