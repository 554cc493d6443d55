# Runs a machine's commands. Started when the machine wakes; ends with its standard input, and so with the server.
#   $1  the folder with the commands' pipes and texts
#   $2  the machine's mark
# Reads lines:   run NUMBER MARK stdin|none       drain NUMBER out|err
# Writes lines:  NUMBER exit CODE     NUMBER signal 128+SIGNAL     NUMBER no-folder     NUMBER no-entry
#                NUMBER failed CODE   NUMBER pid PID               NUMBER drained       0 ready
exec 3>&1 >/dev/null 2>&1
# Lengths count bytes. Not handed down.
LC_ALL=C
umask 022
control=$1
# The kernel takes at most 128 KiB for one argument, and its end takes a byte.
longest_argument=131071
if command -v bash; then shell=bash; else shell=sh; fi
if command -v setsid; then session=setsid; else session=; fi

# A mark is a limit on file locks. The kernel hands it down to every child, whatever becomes of its environment, session or
# parent, and doesn't enforce it. bash calls it -x, others -w.
mark() {
  ulimit -x "$1" || ulimit -w "$1"
}

# Prints the file, and an x that keeps the newlines at its end.
text() {
  cat "$control/$1" && echo x
}

# Finds the folder the command asks for. $1 number
find_folder() {
  folder=$HOME
  if [ -e "$control/$1.cwd" ]; then
    folder=$(text "$1.cwd")
    folder=${folder%x}
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

# Becomes the command. $1 number, $2 mark, $3 where its input comes from
become() {
  mark "$2" 2>/dev/null || echo "$1 pid $(exec sh -c 'echo $PPID')" >&3
  # What runs in the background is deaf to these until told otherwise.
  trap - INT QUIT
  line=$(text "$1.line")
  line=${line%x}
  exec <"$3" 3>&-
  if [ "${#line}" -lt "$longest_argument" ]; then
    exec $session "$shell" -lc "$line" >"$control/$1.out" 2>"$control/$1.err"
  else
    exec $session "$shell" -lc '. "$0"' "$control/$1.line" >"$control/$1.out" 2>"$control/$1.err"
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
  case $3 in
    stdin) input=$control/$1.in ;;
    *) input=/dev/null ;;
  esac
  # A shell tells its error stream of a child that was ended by a signal, and is silent of one that exits with 128 or more.
  {
    (become "$1" "$2" "$input")
    echo "code $?"
  } 2>&1 | tell "$1"
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
    # Shells are silent of these two.
    130:* | 141:*) how=signal ;;
    126:?* | 127:?*) how=failed ;;
    129:?* | 1[3-9]?:?*) how=signal ;;
    *) how=exit ;;
  esac
  echo "$1 $how $code" >&3
}

ulimit -S -x "$2" || ulimit -S -w "$2"
echo "0 ready" >&3
while IFS=' ' read -r verb number first second; do
  case $verb in
    run) run "$number" "$first" "$second" </dev/null & ;;
    # Reads on what a child left behind by a command still prints, so that it isn't ended by a broken pipe.
    drain)
      exec 4<"$control/$number.$first"
      cat <&4 3>&- 4<&- &
      exec 4<&-
      echo "$number drained" >&3
      ;;
  esac
done
