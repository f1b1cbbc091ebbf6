import type { Module } from 'webpack'

/** Module of the federation plugin that provides to the share scope of the page. */
type ProvideSharedModule = Module & {
  /** Request, e.g. `react`. */
  _name: string
  _version: string | false
}

/** Module of the federation plugin that consumes from the share scope of the page. */
type ConsumeSharedModule = Module & { options: { shareKey: string; requiredVersion?: unknown } }

/** Whether the build provides this module to others. */
export const isProvideShared = (module: Module): module is ProvideSharedModule => module.type === 'provide-module'

/** Whether this module is taken from the page. */
export const isConsumeShared = (module: Module): module is ConsumeSharedModule =>
  module.type === 'consume-shared-module'
