declare global {
  /** Log of the shell: its failures, newest last. */
  var __LAMELLA_TELEMETRY__: readonly { event: string; app: string | null; version: string | null; detail: string }[]
}

export {}
