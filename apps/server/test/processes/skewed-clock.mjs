// Loaded before the server with --import: shifts this process's clock by CLOCK_SKEW_MS, like on a machine with a wrong clock.
const skewMs = Number.parseInt(process.env.CLOCK_SKEW_MS ?? '0', 10);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + skewMs);
    else super(...args);
  }

  static now() {
    return RealDate.now() + skewMs;
  }
};
