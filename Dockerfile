# Two images: `docker build .` makes the small one; `docker build --target full .` adds LibreOffice, Tesseract and libheif.
# The Node version is that of package.json, which `npm start` uses as well.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# No install scripts, as with npm start: less third-party code runs.
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund
COPY tsconfig.base.json tsconfig.json LICENSE ./
COPY shared shared
COPY server server
COPY scripts scripts
COPY web web
RUN node scripts/setup/build.ts \
  # The image has a Node of its own, and the libraries below only build the web app.
  && rm -rf node_modules/node node_modules/node-linux-* node_modules/.bin/node \
    node_modules/vite node_modules/@vitejs node_modules/rolldown node_modules/@rolldown \
    node_modules/tailwindcss node_modules/@tailwindcss node_modules/lightningcss* node_modules/lucide-react \
    node_modules/echarts node_modules/zrender node_modules/@aiden0z \
    # Models and builds of Tesseract that the server does not use: 58 MB.
    node_modules/@tesseract.js-data/eng/4.0.0 node_modules/tesseract.js-core/tesseract-core*.wasm.js \
  && find node_modules/tesseract.js-core -name 'tesseract-core*' ! -name 'tesseract-core-simd-lstm.*' -delete \
  && find server shared scripts -name '*.test.ts' -delete \
  && mv web/dist /tmp/dist && rm -rf web && mkdir web && mv /tmp/dist web/dist
# Containers start with compiled code, which their read-only file system could not keep. Node takes it for the user that stored it, on
# processors with the same instructions, and compiles as usual elsewhere.
RUN install -d -m 777 .compiled \
  && NODE_COMPILE_CACHE=/app/.compiled NODE_ENV=production \
    setpriv --reuid=10001 --regid=10001 --clear-groups node scripts/setup/fill-compile-cache.ts \
  && chown -R root:root .compiled && chmod -R a=rX .compiled

FROM node:${NODE_VERSION}-bookworm-slim AS base
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/.compiled HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN groupadd --gid 10001 muniment \
  && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin muniment \
  && install -d -o muniment -g muniment -m 700 /data \
  && apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
WORKDIR /app
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node"]
CMD ["server/app/main.ts"]

FROM base AS full
# They run only where the container may create user namespaces: see docs/installation/container.md.
RUN apt-get update && apt-get install -y --no-install-recommends \
    libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui \
    tesseract-ocr libheif-examples fonts-liberation mount util-linux \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /app /app
USER 10001:10001

# The last target is the default.
FROM base AS slim
COPY --from=build /app /app
USER 10001:10001
