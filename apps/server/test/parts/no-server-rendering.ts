const never = async () => Promise.reject(new Error('nothing is read for drawing here'));

/** For a web app without the renderers of its pages. */
export const noServerRendering = {
  readView: never,
  listLanguages: never,
  textsOf: never,
  hasSession: () => false,
  readMember: never,
  onSsrFailed: () => undefined,
};
