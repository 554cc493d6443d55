# Runs a machine's commands, one after the other. Started by an exec whose streams stay open; ends with its standard input.
#   $1  lane: serve requests        finish: end all processes that bear the mark $2, and say “none” when none is left
# Reads lines:   open NONCE
#                run NUMBER MARK SECONDS LINE CWD STDIN   then the three texts: so many bytes each, = for a line, - for none
#    meanwhile:  end       leave       seen       and next, when all that it wrote of a command was read
# Writes “NONCE NUMBER WORDS” and a newline, on both streams in the order of what commands print:
#   ready     exit CODE     signal NAME     late     no-folder     no-entry     no-room     drained
# Nothing here may need a process to end one: a command may have taken all that there are.
LC_ALL=C
umask 022
# The kernel takes at most 128 KiB for one argument, and its end takes a byte.
longest_argument=131071

# A mark is a limit on file locks. The kernel hands it down to every child, whatever becomes of its environment, session or
# parent, and doesn't enforce it. bash calls it -x, others -w. Nobody can raise the hard one; who lowers it is known by the
# environment.
mark() {
  ulimit -x "$1" 2>/dev/null || ulimit -w "$1"
  export SANDBOX_MARK="$1"
}

# Whether the environment of the process $2 says that it bears the mark $1.
says_mark() {
  while IFS= read -r variables || [ "$variables" ]; do
    case $variables in
      *"SANDBOX_MARK=$1"*) return 0 ;;
    esac
  done <"/proc/$2/environ"
  return 1
}

# Whether the process $1 has ended and waits for its parent to notice.
has_ended() {
  while read -r field value; do
    case $field in
      State:)
        case $value in
          [ZX]*) return 0 ;;
          *) return 1 ;;
        esac
        ;;
    esac
  done <"/proc/$1/status"
}

# Sends signal $2 to all that bear the mark $1; false if nobody does.
signal() {
  found=
  for limits in /proc/[0-9]*/limits; do
    while read -r first second third soft hard rest; do
      case $first$second$third in
        Maxfilelocks)
          pid=${limits#/proc/}
          pid=${pid%/limits}
          case $hard in
            "$1") has_ended "$pid" || { kill -"$2" "$pid" && found=yes; } ;;
            # Another's mark has nineteen digits too.
            unlimited | [23]??????????????????) ;;
            *) says_mark "$1" "$pid" && ! has_ended "$pid" && kill -"$2" "$pid" && found=yes ;;
          esac
          break
          ;;
      esac
    done <"$limits"
  done 2>/dev/null
  [ "$found" ]
}

# Reads the computer's hundredths of seconds.
read_clock() {
  read -r now rest </proc/uptime
  now=${now%.*}${now#*.}
}

# Ends all that bear the mark $1: TERM, and KILL two seconds later; false if that doesn't do.
finish() {
  signal "$1" TERM || return 0
  read_clock
  latest=$((now + 200))
  while signal "$1" 0; do
    read_clock
    [ "$now" -lt "$latest" ] || break
    sleep 0.02 || :
  done
  latest=$((now + 500))
  while signal "$1" STOP; do
    # Stopped first, so that none is born while others end.
    signal "$1" STOP
    signal "$1" KILL
    read_clock
    [ "$now" -lt "$latest" ] || return 1
  done
}

if [ "$1" = finish ]; then
  finish "$2" && echo none
  exit
fi

# What runs in the background would have no standard input.
exec 3>&1 4>&2 9<&0 >/dev/null 2>&1
# What the keeper waits for.
rm -f /dev/shm/.sandbox-unused
if command -v bash; then shell=bash; else shell=sh; fi
if command -v setsid; then start=setsid; else start=; fi
# How the end of a command is told: by the list of jobs, which tells a signal from an exit with 128 and more, unless what runs in
# the background is deaf to these signals for good.
told=jobs
if [ "$BASH_VERSION" ]; then
  set +o posix
elif env --default-signal=INT,QUIT true; then
  start="env --default-signal=INT,QUIT $start"
else
  told=notice
fi
IFS=' ' read -r verb nonce || exit
for place in /run /dev/shm /tmp; do
  # Those of lanes that were killed. Another that is just beginning keeps its own.
  for left in "$place"/.sandbox-lane.[0-9]*; do
    [ -d "/proc/${left##*.}" ] || rm -rf "$left"
  done
  lane=$place/.sandbox-lane.$$
  rm -rf "$lane"
  mkdir -m 700 "$lane" && break
done
number=0

say() {
  echo "$nonce $number $*"
}

# Makes the pipes that a command prints into, and has them carried on.
prepare() {
  if ! { [ -p "$lane/out" ] && [ -p "$lane/err" ]; }; then
    rm -rf "$lane"
    mkdir -m 700 "$lane" && mkfifo "$lane/out" "$lane/err" || exit
  fi
  cat <"$lane/out" >&3 3>&- 4>&- 9<&- &
  out=$!
  cat <"$lane/err" >&4 3>&- 4>&- 9<&- &
  err=$!
  exec 5>"$lane/out" 6>"$lane/err"
}

# Reads a text into the variable $1: $2 bytes, or a line for =.
take() {
  case $2 in
    -) text= ;;
    =) IFS= read -r text ;;
    *)
      text=$(dd bs="$2" count=1 iflag=fullblock && echo x)
      text=${text%x}
      ;;
  esac
  eval "$1=\$text"
}

# Reads what the command is to read. $1 its length
take_input() {
  case $1 in
    -) input=/dev/null ;;
    0)
      input=$lane/in
      true >"$input"
      ;;
    *)
      input=$lane/in
      # What can't be kept must be read all the same, or it would be taken for requests.
      true >"$input" || {
        dd bs="$1" count=1 iflag=fullblock >/dev/null
        return 1
      }
      dd bs="$1" count=1 iflag=fullblock >"$input"
      ;;
  esac
}

# Whether the folder may be there though it can't be entered. Not all shells say why, and one inside another isn't seen.
is_shut() {
  [ -d "$folder" ] && return
  case $(cd -- "$folder" 2>&1) in
    *": Permission denied") return 0 ;;
    *) return 1 ;;
  esac
}

# Becomes the command. $1 mark
become() {
  mark "$1"
  [ -z "$BASH_VERSION" ] || trap - INT QUIT
  exec <"$input" 3>&- 4>&- 9<&-
  if [ "${#line}" -lt "$longest_argument" ]; then
    exec $start "$shell" -lc -- "$line" >&5 2>&6 5>&- 6>&-
  else
    printf %s "$line" >"$lane/line"
    exec $start "$shell" -lc '. "$0"' "$lane/line" >&5 2>&6 5>&- 6>&-
  fi
}

# How far the command is: running, late, ended or over. A command may have removed the folder that says so.
read_state() {
  read -r state <"$lane/state" || state=running
}

write_state() {
  [ -d "$lane" ] || mkdir -m 700 "$lane"
  echo "$1" >"$lane/state"
}

# Ends the command when its time is up. $1 mark, $2 seconds
keep_time() {
  before=$!
  trap '[ "$!" = "$before" ] || kill -KILL "$!"; exit' TERM
  exec </dev/null 3>&- 4>&-
  sleep "$2" &
  wait "$!"
  trap '' TERM
  read_state
  if [ "$state" = running ]; then
    write_state late
    finish "$1"
  fi
}

# Hears what the server says while the command runs, and has its time kept. $1 mark, $2 seconds
hear() {
  exec 5>&- 6>&-
  keep_time "$1" "$2" &
  timer=$!
  while IFS=' ' read -r verb rest; do
    case $verb in
      next)
        kill "$timer"
        return
        ;;
      end)
        read_state
        if [ "$state" = running ]; then
          write_state ended
          finish "$1"
        fi
        ;;
      leave)
        # Comes out behind what the command printed, and before what it left behind prints yet.
        exec 7<>"$lane/out" 8<>"$lane/err"
        say drained >&7
        say drained >&8
        ;;
      seen) leave_behind ;;
    esac
  done
  # The server went away: what runs for it ends.
  kill "$timer"
  read_state
  case $state in
    running | late | ended) finish "$1" ;;
    over)
      exec 7<>"$lane/out" 8<>"$lane/err"
      leave_behind
      ;;
  esac
}

# Sees to it that what a command left behind isn't ended by a broken pipe: what it prints is read on.
leave_behind() {
  exec 3>&- 4>&-
  exec 9<"$lane/out"
  cat <&9 >/dev/null 7>&- 8>&- 9<&- &
  exec 9<"$lane/err"
  cat <&9 >/dev/null 7>&- 8>&- 9<&- &
  exec 7>&- 8>&- 9<&-
  rm -f "$lane/out" "$lane/err"
  kill -KILL "$out" "$err"
}

# Becomes the command and waits for its end: code, and whether it was a signal that ended it. $1 mark
follow() {
  signalled=
  true >"$lane/notice"
  if [ "$told" = jobs ]; then
    [ -z "$BASH_VERSION" ] || trap 'jobs -l >>"$lane/notice"' CHLD
    become "$1" &
    command=$!
    wait "$command"
    code=$?
    if [ "$BASH_VERSION" ]; then trap - CHLD; else jobs -l >"$lane/notice"; fi
    while read -r job; do
      case $job in
        *" $command "*Running* | *" $command "*Stopped* | *" $command "*Exit* | *" $command "*Done*) ;;
        *" $command "*) signalled=yes ;;
      esac
    done <"$lane/notice"
  else
    # A shell tells its error stream of a child that was ended by a signal, and is silent of one that exits with 128 or more.
    {
      (become "$1")
      code=$?
    } 2>"$lane/notice"
    [ ! -s "$lane/notice" ] || signalled=yes
    case $code in
      # They are silent of these two.
      130 | 141) signalled=yes ;;
    esac
  fi
}

# Runs a command and says how it ended. $1 mark, $2 seconds
run() {
  write_state running
  hear "$1" "$2" <&9 9<&- &
  hearer=$!
  follow "$1"
  read_state
  case $state in
    late | ended)
      # The rest of it is about to end.
      while signal "$1" 0; do :; done
      ;;
  esac
  write_state over
  case $state:$code:$signalled in
    late:*) how=late ;;
    *:129:yes | *:1[3-9]?:yes) how="signal $(kill -l "$code")" ;;
    *) how="exit $code" ;;
  esac
  exec 5>&- 6>&-
  say "$how" >&3
  wait "$out" && say drained >&3
  wait "$err" && say drained >&4
  wait "$hearer"
}

prepare
say ready >&3
while IFS=' ' read -r verb number mark seconds line_length cwd_length stdin_length; do
  # What was to end a command that had ended meanwhile.
  [ "$verb" != end ] || continue
  [ "$verb" = run ] || exit
  take line "$line_length"
  take folder "$cwd_length"
  case $folder in
    /*) ;;
    '') folder=$HOME ;;
    *) folder=$HOME/$folder ;;
  esac
  # They may have been removed with all else.
  [ -d "$HOME" ] || mkdir -p "$HOME"
  [ -d "$TMPDIR" ] || mkdir -p -m 1777 "$TMPDIR"
  [ -d "$lane" ] || mkdir -m 700 "$lane"
  if ! take_input "$stdin_length"; then
    say no-room >&3
  elif ! cd -- "$folder"; then
    if is_shut; then say no-entry >&3; else say no-folder >&3; fi
  else
    run "$mark" "$seconds"
    cd /
    prepare
  fi
  say ready >&3
done
kill "$out" "$err"
rm -rf "$lane"
