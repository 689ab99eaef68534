// Loaded before the server with --import: this process believes the time to be CLOCK_SKEW_MS later, as one on a machine whose clock is wrong.
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
