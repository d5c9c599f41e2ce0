# The image of Pocketful: docs/self-hosting.md and deploy/image/README.md. Build it from the root of the repository.

# With Node of the version in package.json and npm.
ARG NODE_IMAGE=docker.io/library/node:26.10.0-bookworm-slim
ARG BASE_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
# Its name is the product's in the list of packages.
WORKDIR /pocketful
COPY package.json package-lock.json .npmrc ./
# The one script of a package that is needed installs the Node that this stage has already.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npx vite build && npx vite build --config vite.server.config.ts
# The list of packages is of those that are there: npm, asked to omit those of development, omits what both need.
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/.cache node_modules/typescript node_modules/@typescript \
  && cp package.json whole.json && npm pkg delete devDependencies \
  && npm sbom --sbom-format=cyclonedx > sbom.cdx.json && mv whole.json package.json \
  && node deploy/image/listed node_modules sbom.cdx.json
# What runs, and nothing else: Node needs no types, no source maps, and no compiler, which some packages name as their peer.
RUN mkdir -p /image/app/.build /image/usr/local/bin /image/usr/share/doc/pocketful \
  && cp -r package.json LICENSE contract database providers server node_modules /image/app/ \
  && cp -r .build/web .build/server /image/app/.build/ \
  && find /image/app -path '*/node_modules' -prune -o -name '*.test.ts' -print | xargs rm -f \
  && rm -rf /image/app/database/releases \
  && find /image/app/node_modules -type f \( -name '*.map' -o -name '*.d.*ts' -o -name '*.d.ts' \) -delete \
  && mv sbom.cdx.json /image/usr/share/doc/pocketful/ \
  && cp deploy/image/ops deploy/image/healthy /image/usr/local/bin/ \
  && cp "$(command -v node)" /image/usr/local/bin/node

FROM ${BASE_IMAGE}
RUN apt-get update \
  && apt-get install -y --no-install-recommends libstdc++6 libatomic1 \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log \
  && groupadd --gid 10001 pocketful \
  && useradd --uid 10001 --gid pocketful --no-create-home --home-dir /data --shell /usr/sbin/nologin pocketful \
  && install -d -o pocketful -g pocketful /data /backups \
  && install -d /usr/share/doc/pocketful \
  && dpkg-query -W > /usr/share/doc/pocketful/debian-packages.txt
COPY --from=build /image /
WORKDIR /app
USER 10001:10001
ENV APP_ENV=production DATA_DIR=/data
EXPOSE 3000
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["healthy"]
CMD ["node", "--max-old-space-size=1024", "--min-semi-space-size=16", "--enable-source-maps", ".build/server/main.js"]
