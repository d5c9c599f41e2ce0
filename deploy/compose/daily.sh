#!/bin/sh
# The proof and a backup, every HOURS hours. A failure is told in the log and tried again the next time.

# A stop ends what is running: process 1 alone is told of it.
trap 'kill $! 2> /dev/null; wait; exit 0' TERM
run() {
  "$@" &
  wait $!
}

while true; do
  run ops audit || echo "The proof found differences or failed." >&2
  # What a backup left that was killed; none takes half a day.
  find /backups -maxdepth 1 -name '*Z.partial-*' -mmin +720 -exec rm -r {} +
  if run ops backup "/backups/$(date -u +%Y-%m-%dT%H-%M-%SZ)"; then
    # Those of the last seven days that have one are kept, however many a bad day has.
    ls /backups | grep -x "[0-9-]*T[0-9-]*Z" | cut -c 1-10 | sort -u | head -n -7 | xargs -r -I @ find /backups -maxdepth 1 -name "@T*Z" -exec rm -r {} +
  else
    echo "The backup failed." >&2
  fi
  run sleep "$((HOURS * 3600))"
done
