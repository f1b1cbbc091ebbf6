import { createHash } from 'node:crypto'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import type { Compilation, Compiler } from 'webpack'

/** Subresource integrity of a file's bytes. */
const integrityOf = (content: string | Buffer): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`

/**
 * Lets the browser check each chunk that a build loads: the build's entry begins with a table of the hashes, and webpack's loaders of scripts
 * and style sheets set `integrity` from it (ADR 58). The entry itself is checked by the release registry, the shell's by its HTML. The table is
 * written after all other code: the entry's name, which has the names and so the content of the chunks, is not touched by it.
 */
export class ChunkIntegrityPlugin {
  /** Name of the table, unique for each version, because two versions may meet in one page. */
  readonly #table: string

  constructor(container: string) {
    this.#table = `self[${JSON.stringify(`integrity of ${container}`)}]`
  }

  apply(compiler: Compiler): void {
    const { Compilation, runtime } = compiler.webpack
    const name = 'ChunkIntegrityPlugin'
    const check = (tag: string, url: string) =>
      `${tag}.integrity=${this.#table}[${url}.slice(${url}.lastIndexOf("/")+1)]||"";${tag}.crossOrigin="anonymous";`

    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        name,
        (source) => `${source}\n${check('script', 'url')}`,
      )
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        name,
        (source, { tag, href }) => `${source}\n${check(tag, href)}`,
      )
      compilation.hooks.processAssets.tap(
        // After the names by content are final, before files are compressed.
        { name, stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1 },
        () => this.#write(compilation),
      )
    })
  }

  #write(compilation: Compilation): void {
    const { sources } = compilation.compiler.webpack
    const entries = [...compilation.entrypoints.values()].flatMap((entry) =>
      entry.getFiles().filter((file) => file.endsWith('.js')),
    )
    const table = Object.fromEntries(
      Object.entries(compilation.assets)
        .filter(([file]) => /\.(js|css)$/.test(file) && !entries.includes(file))
        .map(([file, source]) => [file, integrityOf(source.buffer())]),
    )
    const prefix = `${this.#table}=${JSON.stringify(table)};\n`
    for (const file of entries) {
      compilation.updateAsset(file, (source) => new sources.ConcatSource(prefix, source))
      // One line more in front of the code.
      compilation.updateAsset(`${file}.map`, (source) => {
        const map: { mappings: string } = JSON.parse(source.source().toString())
        return new sources.RawSource(JSON.stringify({ ...map, mappings: `;${map.mappings}` }))
      })
    }
    for (const page of Object.keys(compilation.assets).filter((file) => file.endsWith('.html'))) {
      compilation.updateAsset(
        page,
        (source) => new sources.RawSource(this.#checked(source.source().toString(), compilation)),
      )
    }
  }

  /** The page with the integrity of the entries that it loads. */
  #checked(html: string, { assets }: Compilation): string {
    return html.replaceAll(/<script ([^>]*src="?[^">]*?([\w.-]+\.js)"?)/g, (tag, attributes: string, file: string) => {
      const source = assets[file]
      return source ? `<script integrity="${integrityOf(source.buffer())}" crossorigin="anonymous" ${attributes}` : tag
    })
  }
}
