/** Loaded by an event handler, outside of what an error boundary sees. */
export const act = (): string => `acted in ${__APP_VERSION__}`
