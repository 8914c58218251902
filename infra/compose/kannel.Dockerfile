# Kannel of the profile `sms`: Debian's package. Its two programs are run by containers of their own.
ARG DEBIAN_IMAGE=debian:12.11-slim
FROM ${DEBIAN_IMAGE}
RUN apt-get update && apt-get install -y --no-install-recommends kannel && rm -rf /var/lib/apt/lists/* \
 && install -d -o kannel -m 700 /var/spool/kannel
USER kannel
VOLUME /var/spool/kannel
