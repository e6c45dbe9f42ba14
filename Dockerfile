# The program alone: no shell, no libraries, any user. Build it in the folder of an
# unpacked Linux archive, or beside the binary that "make" built on Linux:
#
#   docker build -t stacktriage -f Dockerfile stacktriage-VERSION-linux-amd64
FROM scratch
COPY stacktriage /stacktriage
USER 65532:65532
ENTRYPOINT ["/stacktriage"]
