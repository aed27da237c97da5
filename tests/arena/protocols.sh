#!/bin/sh
# An engine that knows one first move for either side and then ends, in the protocol that its argument names: Hub for
# Russian draughts, XBoard's for siberia.

first=$2
second=$3
go=0

answer() {
    go=$((go + 1))
    [ $go -gt 1 ] && exit 7
    case $white in
        yes) echo "$1$first" ;;
        *) echo "$1$second" ;;
    esac
}

white=yes
while read -r line; do
    case $line in
        hub) printf 'id name="a stub"\nparam name=variant value=normal type=enum values="normal russian"\nwait\n' ;;
        "set-param name=variant value=russian") variant=russian ;;
        init) [ "$variant" = russian ] && echo ready ;;
        new-game) white=yes ;;
        ping) echo pong ;;
        "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves="*) white=no ;;
        "go think") echo "info depth=3 score=-0.25 nodes=77 pv=\"$first\""; answer "done move=" ;;
        "protover 2") echo "feature ping=1 setboard=1 done=0"; echo "feature usermove=1 done=1" ;;
        "ping "*) echo "pong ${line#ping }" ;;
        new) white=yes ;;
        "variant siberia") variant=siberia ;;
        "usermove "*) white=no ;;
        go) [ "$variant" = siberia ] && echo "3 -25 1 77 $first" && answer "move " ;;
        quit) exit 0 ;;
    esac
done
