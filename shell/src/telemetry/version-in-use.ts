/** A version of the shell or of a remote. */
export interface VersionInUse {
  app: string
  version: string
}

export const shellVersion: VersionInUse = { app: 'shell', version: __APP_VERSION__ }

let shown = shellVersion

/** Notes which version shows the page, by which timings of the page are counted. */
export function showsVersion(version: VersionInUse): void {
  shown = version
}

/** The version that shows the page; the shell before any remote does. */
export const shownVersion = (): VersionInUse => shown

/** The version out of whose files an error came, by its stack; the one on the screen where the stack does not tell. */
export function versionOfError(error: unknown): VersionInUse {
  const [, app, version] =
    /\/remotes\/([a-z][a-z0-9-]*)\/([^/\s]+)\//.exec((error instanceof Error && error.stack) || '') ?? []
  return app && version ? { app, version } : shown
}
