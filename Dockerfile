# syntax=docker/dockerfile:1
# One image for all roles: api, worker, watcher. See docs/deploy/containers.md.
FROM node:24.19.0-alpine3.24 AS build
WORKDIR /src
COPY . .
RUN npm ci --omit=dev --no-audit --no-fund && npm run package -- /app

FROM node:24.19.0-alpine3.24
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
WORKDIR /app
# Owned by root: the program cannot change itself.
COPY --from=build /app /app
USER node
VOLUME /data
EXPOSE 8080 8081 8082
STOPSIGNAL SIGTERM
# The api answers on PORT, the other roles on HEALTH_PORT.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD wget -q -O /dev/null "http://127.0.0.1:${HEALTH_PORT:-$PORT}/ready" || exit 1
CMD ["node", "apps/server/dist/main-all.js"]
