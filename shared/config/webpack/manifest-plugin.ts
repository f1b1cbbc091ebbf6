import type { Compiler } from 'webpack'
import { type RemoteManifest, type RemoteManifestInput, remoteManifest } from '../../contract/remote-manifest.ts'

/** Emits the manifest's data as `manifest.json` beside the build; an inconsistent manifest fails the build. */
export class ManifestPlugin {
  readonly manifest: RemoteManifestInput

  constructor(manifest: RemoteManifestInput) {
    this.manifest = manifest
  }

  apply(compiler: Compiler): void {
    const { Compilation, sources, WebpackError } = compiler.webpack
    compiler.hooks.thisCompilation.tap('ManifestPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'ManifestPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          const manifest = remoteManifest.parse(this.manifest)
          for (const problem of problemsOf(manifest))
            compilation.errors.push(new WebpackError(`manifest.ts: ${problem}`))
          compilation.emitAsset('manifest.json', new sources.RawSource(`${JSON.stringify(manifest, null, 2)}\n`))
        },
      )
    })
  }
}

/** Inconsistencies that the schema cannot express, as sentences; empty when there are none. */
export function problemsOf({ routes, menu }: RemoteManifest): string[] {
  const paths = new Set(routes.map(({ path }) => path))
  return [
    ...repeated(routes.map(({ id }) => id)).map((id) => `two routes have the id ${id}`),
    ...repeated(routes.map(({ path }) => path)).map((path) => `two routes have the path ${path}`),
    ...routes
      .filter(({ guards, roles }) => guards.includes('role') !== roles.length > 0)
      .map(({ id }) => `the route ${id} needs both roles and the guard "role", or neither`),
    ...routes
      .filter(({ guards }) => guards.includes('role') && !guards.includes('login'))
      .map(({ id }) => `the route ${id} asks for roles without the guard "login"`),
    ...menu
      .filter(({ to }) => !paths.has(to))
      .map(({ id, to }) => `the menu item ${id} leads to ${to}, which has no route`),
  ]
}

const repeated = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index)
