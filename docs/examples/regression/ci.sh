#!/bin/sh
# Holds the project's pictures and numbers still, on any build server: run it in a fresh checkout, keep the folder
# "report" whatever its exit status is, and show people report/report.html. No display is needed.
#
# Debian and Ubuntu need once: apt-get install python3-venv libegl1 libgl1 libgl1-mesa-dri
#
# PYTHON=… is a Python that has nvrender already; without it one is made in .venv. WORKERS=… tests run at a time.
set -eu
cd "$(dirname "$0")"

if [ -z "${PYTHON:-}" ]; then
    python3 -m venv .venv
    .venv/bin/pip install --quiet -r requirements.txt
    PYTHON=.venv/bin/python
fi

# Says what is missing where there is no OpenGL: tests would only be skipped.
"$PYTHON" -m nvrender doctor

# Where CI is set a check without a baseline fails instead of making one.
export CI=true
rm -rf report
exec "$PYTHON" -m pytest -n "${WORKERS:-2}" --nvrender-fail-unused --nvrender-report report "$@"
