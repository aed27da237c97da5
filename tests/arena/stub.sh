#!/bin/sh
# An engine that does one thing wrong, the one that its argument names. From the start position of Russian draughts it
# knows a first move for either side.

fault=$1
sign=$2
turn=0

answer_go() {
    turn=$((turn + 1))
    case $fault in
        silent) sleep 60 ;;
        late) sleep 0.6; echo "bestmove c3d4" ;;
        illegal) echo "bestmove a1h8" ;;
        malformed) echo "bestmove c3 or perhaps d4" ;;
        crash) [ $turn -gt 1 ] && kill -9 $$ ;;
        closed) exec >&-; sleep 60 ;;
        flood) exec yes "info depth 1 score cp 0 pv c3d4" ;;
        endless) exec tr '\0' x < /dev/zero ;;
        deaf) echo "info depth 1 score cp 5 nodes 1 pv c3d4"; sleep 60 ;;
        claim) echo "bestmove (none)" ;;
        garbage) head -c 3000 /dev/urandom; echo; echo "bestmove $(printf '\377\001')" ;;
        children) (while :; do echo alive >> "$sign"; sleep 0.02; done) & sleep 60 ;;
    esac
    case $position in
        *moves*) echo "bestmove b6a5" ;;
        *) echo "bestmove c3d4" ;;
    esac
}

[ "$fault" = mute ] && sleep 60
[ "$fault" = stillborn ] && exit 3
if [ "$fault" = unread ]; then
    # Answers everything without reading anything.
    while :; do echo ugiok; echo readyok; sleep 0.05; done
fi
while read -r line; do
    case $line in
        ugi) echo "id name stub"; echo ugiok ;;
        uginewgame) [ "$fault" = leaver ] && exit 0
                    [ "$fault" = busy ] && sleep 60 ;;
        isready) echo readyok ;;
        position*) position=$line ;;
        go*) answer_go ;;
        quit) exit 0 ;;
    esac
done
