# syntax=docker/dockerfile:1
# Multiball with its own PostgreSQL, for amd64 and arm64: docker buildx build --platform linux/amd64,linux/arm64 .
# Pin both images to digests where you build for others: the tags move with security fixes.

# What names the packages, without the rest: only where that differs are they installed again.
FROM --platform=$BUILDPLATFORM node:24-bookworm AS manifests
WORKDIR /src
COPY . .
RUN mkdir /manifests && find . -name package.json -exec cp --parents -t /manifests package-lock.json .npmrc {} +

# On the builder's own processor for either platform: pages are the same everywhere, and native packages come as npm has them.
FROM --platform=$BUILDPLATFORM node:24-bookworm AS release
ARG TARGETARCH
WORKDIR /src
COPY --from=manifests /manifests ./
RUN npm ci --ignore-scripts --loglevel=error
COPY . .
RUN node platform/run.mjs platform/src/release.cli.ts /release --tree --cpu "$(echo "$TARGETARCH" | sed 's/amd64/x64/')" \
 && mv /release/multiball-* /release/multiball \
 && mkdir /release/data

FROM node:24-bookworm-slim AS node

# Not a whole Debian: with its package manager and a Node that has npm, the image would be 100 MB larger.
FROM --platform=$BUILDPLATFORM debian:bookworm-slim AS root
ARG TARGETARCH
RUN apt-get -qq update && apt-get -qq install --no-install-recommends elfutils
COPY packaging/image.root.sh /
RUN sh /image.root.sh /root.target "$TARGETARCH"
COPY --from=node /usr/local/bin/node /root.target/usr/local/bin/node
# Names of functions that only debuggers read.
RUN eu-strip /root.target/usr/local/bin/node

FROM scratch
COPY --from=root /root.target /
COPY --from=release /release/multiball /opt/multiball
COPY --from=release --chown=10001:10001 --chmod=750 /release/data /data
ENV NODE_ENV=production \
    PATH=/opt/multiball/bin:/usr/local/bin:/usr/bin:/bin \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    DEMO=0 \
    TMPDIR=/data
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 3000
# Viewers are sent away in order, and the database is stopped last. Give it 90 s (stop_grace_period).
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# node itself is process 1 and hears the signals.
ENTRYPOINT ["node", "/opt/multiball/bin/multiball.mjs"]
CMD ["start"]
