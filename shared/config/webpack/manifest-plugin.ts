import type { Compiler } from 'webpack'
import { type RemoteManifestInput, remoteManifest } from '../../contract/remote-manifest.ts'

/** Emits the manifest's data as `manifest.json` beside the build; a manifest that the contract refuses fails the build. */
export class ManifestPlugin {
  readonly manifest: RemoteManifestInput

  constructor(manifest: RemoteManifestInput) {
    this.manifest = manifest
  }

  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap('ManifestPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'ManifestPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          const data = remoteManifest.parse(this.manifest)
          compilation.emitAsset('manifest.json', new sources.RawSource(`${JSON.stringify(data, null, 2)}\n`))
        },
      )
    })
  }
}
