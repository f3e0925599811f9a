#!/usr/bin/env bash
# Makes a stand-in for the image node:22-slim where no image registry can be reached: Debian's minimal system, Node and
# npm from the npm registry, and the user `node` (1000). Needs root and debootstrap.
#
#   base-image.sh ENGINE TAG      ENGINE: docker or podman
set -euo pipefail

engine="$1" tag="$2"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
root="$work/root"

. /etc/os-release
mirror="$(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' 'Created-By: Packages' |
  awk -v codename="$VERSION_CODENAME" '$2 == codename { print $1; exit }')"
# dpkg writes each file to disk by itself, which takes minutes where the disk is busy.
DPKG_FORCE=unsafe-io debootstrap --variant=minbase "$VERSION_CODENAME" "$root" "$mirror" >"$work/log" 2>&1 ||
  { tail -n 3 "$work/log"; exit 1; }

cd "$work"
npm pack --silent "node-linux-$(node -p process.arch)@22" npm@10 >/dev/null
modules="$root/usr/local/lib/node_modules"
mkdir -p "$modules/npm" node
tar -xzf node-linux-*.tgz -C node --strip-components=1
tar -xzf npm-*.tgz -C "$modules/npm" --strip-components=1
install node/bin/node "$root/usr/local/bin/node"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
chmod +x "$modules/npm/bin/npm-cli.js"
chroot "$root" useradd --create-home --uid 1000 node
rm -rf "$root/var/cache/apt" "$root/var/lib/apt/lists"
tar -C "$root" -c . | "$engine" import - "$tag" >/dev/null
