# Runs a machine's commands. Started when the machine wakes; ends with its standard input, and so with the server.
#   $1  the folder with the commands' pipes and texts
#   $2  the machine's mark
#   $3  how many processes the commands' user may have; 0: any number
#   $4  how many KiB a file may have
#   $5  how many files a process may have open
# Reads lines:   run NUMBER MARK stdin|none       drain NUMBER out|err
# Writes lines:  NUMBER code CODE      as a shell counts: 128 and the signal's number for a command that was ended by one
#                [1]+  HOW  become NUMBER MARK stdin|none        before that, what bash says of it; “Exit” if no signal ended it
#                NUMBER exit CODE      NUMBER signal 128+SIGNAL        instead of both from other shells
#                NUMBER no-folder      NUMBER no-entry      NUMBER failed (not started)      NUMBER gone (can't be told)
#                NUMBER pid PID        NUMBER drained       0 ready
exec 3>&1 >/dev/null 2>&1
# Lengths count bytes, and signals have their English names. Not handed down.
LC_ALL=C
umask 022
control=$1
processes=$3
# The kernel takes at most 128 KiB for one argument, and its end takes a byte.
longest_argument=131071
if command -v bash; then shell=bash; else shell=sh; fi
if command -v setsid; then start=setsid; else start=; fi
# Other shells leave what runs in the background deaf to these for good.
if [ -z "$BASH_VERSION" ] && env --default-signal=INT,QUIT true; then start="env --default-signal=INT,QUIT $start"; fi

# A mark is a limit on file locks. The kernel hands it down to every child, whatever becomes of its environment, session or
# parent, and doesn't enforce it. bash calls it -x, others -w. Nobody can raise it; who lowers it is known by the environment.
mark() {
  export SANDBOX_MARK="$1"
  ulimit -x "$1" || ulimit -w "$1"
}

# Each stays as it is where it is lower already. $1 KiB, $2 files
limit() {
  blocks=$1
  # Of 512 bytes each.
  [ -n "$BASH_VERSION" ] || blocks=$(($1 * 2))
  ulimit -c 0
  ulimit -f "$blocks"
  ulimit -n "$2"
}

# Sets text to what is in the file. bash can do so without a process; elsewhere an x keeps the newlines at the end.
text=
read_text() {
  if [ -n "$BASH_VERSION" ]; then
    IFS= read -r -d '' text <"$1"
    return 0
  fi
  text=$(cat "$1" && echo x)
  text=${text%x}
}

# Finds the folder the command asks for. $1 number
find_folder() {
  folder=$HOME
  if [ -e "$control/$1.cwd" ]; then
    read_text "$control/$1.cwd"
    folder=$text
    case $folder in
      /*) ;;
      *) folder=$HOME/$folder ;;
    esac
  fi
}

# Whether the folder may be there though it can't be entered. Not all shells say why, and one inside another isn't seen.
is_shut() {
  [ -d "$folder" ] && return
  case $(cd -- "$folder" 2>&1) in
    *": Permission denied") return 0 ;;
    *) return 1 ;;
  esac
}

# Becomes the command. $1 number, $2 mark, $3 stdin|none
become() {
  mark "$2" || echo "$1 pid $(exec sh -c 'echo $PPID')" >&3
  # Only now: so there is always room for the shell that starts a command, whatever the others do.
  [ "$processes" = 0 ] || ulimit -u "$processes" || ulimit -p "$processes"
  # What runs in the background is deaf to these until told otherwise.
  trap - INT QUIT
  line=$control/$1.line
  read_text "$line"
  case $3 in
    # Opened to write for a moment, so that opening it to read waits for nobody.
    stdin) exec 4<>"$control/$1.in" <"$control/$1.in" 4>&- ;;
    *) exec </dev/null ;;
  esac
  exec 3>&- >"$control/$1.out" 2>"$control/$1.err"
  if [ "${#text}" -lt "$longest_argument" ]; then
    exec $start "$shell" -lc -- "$text"
  else
    exec $start "$shell" -lc '. "$0"' "$line"
  fi
}

# Runs a command and says how it ended. $1 number, $2 mark, $3 stdin|none
run() {
  find_folder "$1"
  if ! cd -- "$folder"; then
    if is_shut; then
      echo "$1 no-entry" >&3
    else
      echo "$1 no-folder" >&3
    fi
    return
  fi
  if [ -n "$BASH_VERSION" ]; then
    # A shell that can't start a process gives up after a while, and ends.
    trap 'echo "$1 failed" >&3' EXIT
    # The list of jobs tells apart what a code doesn't: a signal, and an exit with 128 and more. It has the text as it is here.
    trap 'jobs >&3' CHLD
    eval "become $1 $2 $3 &"
    # And this one may be ended by whatever runs in the machine.
    trap 'echo "$1 gone" >&3' EXIT
    wait $!
    echo "$1 code $?" >&3
    trap - EXIT
  else
    # These tell their error stream of a child that was ended by a signal, and are silent of one that exits with 128 or more.
    {
      (become "$1" "$2" "$3")
      echo "code $?"
    } 2>&1 | tell "$1"
  fi
}

# Says how the command ended. $1 number
tell() {
  code=
  notice=
  while read -r word rest; do
    case $word in
      code) code=$rest ;;
      *) notice=$word ;;
    esac
  done
  case $code:$notice in
    # Of these two they are silent too.
    130:* | 141:*) how=signal ;;
    129:?* | 1[3-9]?:?*) how=signal ;;
    *) how=exit ;;
  esac
  echo "$1 $how $code" >&3
}

limit "$4" "$5"
ulimit -S -x "$2" || ulimit -S -w "$2"
echo "0 ready" >&3
while IFS=' ' read -r verb number first second; do
  case $verb in
    run) run "$number" "$first" "$second" </dev/null & ;;
    # Reads on what a child left behind by a command still prints, so that it isn't ended by a broken pipe.
    drain)
      pipe=$control/$number.$first
      # When it comes late nobody waits any more, and the pipe may be gone: some shells end at what they can't open.
      if [ -p "$pipe" ]; then
        # Opened to write for a moment, so that this waits for nobody.
        exec 5<>"$pipe" 4<"$pipe" 5>&-
        cat <&4 3>&- 4<&- &
        exec 4<&-
      fi
      echo "$number drained" >&3
      ;;
  esac
done
