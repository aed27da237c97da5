"""What the tests of the board share: a server, a browser, a page in it, and a referee of its own."""

import json
import os
import pathlib
import random
import re
import subprocess
import time

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

PROGRAM = os.environ["ATAMAN"]
PATIENCE = 30  # seconds; the machine may be busy


def eventually(what, holds, patience=PATIENCE):
    """Waits until something holds, and returns it."""
    end = time.monotonic() + patience
    while True:
        found = holds()
        if found:
            return found
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.03)


class Server:
    """`ataman serve` on a free port."""

    def __init__(self, *arguments):
        command = [PROGRAM, "serve", "--port", "0", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.address = re.search(r"http://\S+", line).group()

    def engines(self):
        """The engines that run: children of the server."""
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task")
        return sum(len((task / "children").read_text().split()) for task in tasks.iterdir())

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Referee:
    """The program on its standard input and output: what the page shows is compared with it."""

    def __init__(self):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([PROGRAM], stdin=pipe, stdout=pipe, text=True)
        rules = {option["name"] for option in json.loads(self.ask("describe")[0])["options"]}
        options = [re.match(r"option name (\S+) type \w+ default (\S+)", line) for line in self.ask("ugi")]
        self.usual = [f"setoption name {o[1]} value {o[2]}" for o in options if o and o[1] in rules]

    def ask(self, *lines):
        self.process.stdin.write("\n".join([*lines, "isready", ""]))
        self.process.stdin.flush()
        answer = []
        while (line := self.process.stdout.readline().strip()) != "readyok":
            answer.append(line)
        return answer

    def load(self, record):
        """Takes over a record as the page writes it."""
        lines = dict(line.split(" ", 1) for line in record.splitlines() if not line.startswith("rule ") and " " in line)
        rules = re.findall(r"^rule (.+?)=(.*)$", record, re.M)
        commands = [f"setoption name Variant value {lines['variant']}", *self.usual]
        commands += [f"setoption name {name} value {value}" for name, value in rules]
        commands.append(f"position fen {lines['fen']} moves {lines.get('moves', '')}")
        errors = self.ask(*commands)
        assert errors == [], errors

    def legal(self):
        """The legal moves with the positions they lead to."""
        return dict(line.split(" ", 1) for line in self.ask("legal"))

    def fen(self):
        return next(line[5:] for line in self.ask("show") if line.startswith("fen: "))

    def result(self):
        return self.ask("query result")[0].split()[1]

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def browser():
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))


class Page:
    """A page in a window of its own."""

    def __init__(self, driver, address):
        self.driver = driver
        driver.switch_to.new_window("tab")
        self.window = driver.current_window_handle
        self.size(1280, 900)
        driver.get(address)
        eventually("the page has an engine", lambda: self.turn() in ("user", "over"))

    def size(self, width, height, dark=False, phone=False):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        calm = {"name": "prefers-reduced-motion", "value": "reduce"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme, calm]})

    def show(self):
        self.driver.switch_to.window(self.window)

    def close(self):
        self.show()
        self.driver.close()
        self.driver.switch_to.window(self.driver.window_handles[0])

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def get(self, name):
        return self.driver.find_element(By.ID, name)

    def value(self, name):
        return self.get(name).get_property("value")

    def text(self, name):
        return self.get(name).text

    def turn(self):
        return self.run("return document.body.dataset.turn")

    def ply(self):
        return int(self.run("return document.body.dataset.ply"))

    def choose(self, name, value):
        options = Select(self.get(name)).options
        next(option for option in options if option.get_property("value") == value).click()

    def unfold(self, name):
        self.run("document.getElementById(arguments[0]).closest('details')?.setAttribute('open', '')", name)

    def fill(self, name, value):
        """Types into an input, whatever stood there."""
        self.settled()
        self.unfold(name)
        element = self.get(name)
        element.clear()
        element.send_keys(value)

    def press(self, name):
        self.unfold(name)
        element = self.get(name)
        self.run("arguments[0].scrollIntoView({ block: 'nearest' })", element)
        element.click()

    def game(self, variant, engine=""):
        """A new game of a variant."""
        self.choose("engine-side", engine)
        self.choose("variant", variant)
        eventually(f"a game of {variant}", lambda: self.value("record").startswith(f"variant {variant}\n"))
        self.press("new")
        eventually("a new game", lambda: self.ply() == 0 and self.turn() == ("engine" if engine == "White" else "user"))

    def field(self, name):
        return self.driver.find_element(By.CSS_SELECTOR, f'.fields [data-field="{name}"]')

    def click(self, name):
        """Clicks a field with the mouse."""
        self.settled()
        field = self.field(name)
        self.run("arguments[0].scrollIntoView({ block: 'nearest' })", field)
        ActionChains(self.driver, duration=0).move_to_element(field).click().perform()

    def fields(self, kind="*"):
        script = "return [...document.querySelectorAll(arguments[0])].map((it) => it.dataset.field)"
        return self.run(script, f".fields {kind}")

    def count(self, selector):
        return self.run("return document.querySelectorAll(arguments[0]).length", selector)

    def path(self, move):
        return [name for name in re.findall(r"[a-z]\d+", move)]

    def settled(self):
        """Waits until the page shows what was asked for last."""
        return eventually("the page has its answers", lambda: self.turn() in ("user", "over") and self.turn())

    def play(self, move):
        """Clicks a move field by field."""
        self.settled()
        ply = self.ply()
        path = self.path(move)
        for i, name in enumerate(path):
            assert self.ply() == ply, f"{move}: played before {name}"
            if i > 0:
                targets = self.count(".targets > *")
                assert targets > 0, f"{move}: no targets before {name}"
            self.click(name)
        # Where the move could go on, a button plays it as it is.
        self.settled()
        if self.ply() == ply:
            buttons = self.driver.find_elements(By.CSS_SELECTOR, "#ends button")
            for button in buttons:
                if button.text == f"Play {move}":
                    button.click()
                    break
        eventually(f"{move} is played", lambda: self.ply() > ply)

    def complaints(self):
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]


def pick(moves, seed):
    """A move for the user: captures first, so that games end."""
    rng = random.Random(seed)
    moves = sorted(moves)
    longest = max(len(re.findall(r"[a-z]\d+", move)) for move in moves)
    long = [move for move in moves if len(re.findall(r"[a-z]\d+", move)) == longest]
    return rng.choice(long if longest > 2 else moves)
