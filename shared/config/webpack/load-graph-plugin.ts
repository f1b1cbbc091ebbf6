import type { AsyncDependenciesBlock, ChunkGroup, Compilation, Compiler, Module } from 'webpack'
import { isConsumeShared, isProvideShared } from './federation-modules.ts'

/** Files and shared modules that must be loaded before an entry or module can run. */
export interface LoadNode {
  files: string[]
  /** Requests of the shared modules it consumes; their files are under `shared` of the providing build. */
  shares: string[]
}

/** Content of `load-graph.json`, from which shared/config/size-budget.ts computes the files that a page loads. */
export interface LoadGraph {
  entries: Record<string, LoadNode>
  /** By module that is imported lazily, relative to the app's folder. */
  lazy: Record<string, LoadNode>
  /** By shared request, only where this build provides it. */
  shared: Record<string, LoadNode>
  /** By file, the files whose modules it has too: after it they are not loaded any more (`optimization.flagIncludedChunks`). */
  includes: Record<string, string[]>
}

/** Emits `load-graph.json`. webpack's own statistics do not show for which shared modules a chunk waits. */
export class LoadGraphPlugin {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap('LoadGraphPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'LoadGraphPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () =>
          compilation.emitAsset(
            'load-graph.json',
            new sources.RawSource(JSON.stringify(graphOf(compilation), null, 2)),
          ),
      )
    })
  }
}

function graphOf(compilation: Compilation): LoadGraph {
  const { chunkGraph, moduleGraph } = compilation
  const graph: LoadGraph = { entries: {}, lazy: {}, shared: {}, includes: includedFiles(compilation) }
  for (const [name, entrypoint] of compilation.entrypoints) graph.entries[name] = nodeOf(entrypoint)

  for (const module of compilation.modules) {
    for (const block of blocksIn(module)) {
      const group = chunkGraph.getBlockChunkGroup(block)
      const target = block.dependencies[0] && moduleGraph.getModule(block.dependencies[0])
      if (!group || !target) continue
      if (isProvideShared(module)) graph.shared[module._name] = nodeOf(group)
      // A consumed module has a block too, for its fallback copy, which is not loaded while the shell provides it.
      else if (!isConsumeShared(module)) graph.lazy[nameOf(target)] = nodeOf(group)
    }
  }
  return graph

  function nameOf(module: Module): string {
    return module.readableIdentifier(compilation.requestShortener).replace(/ \+ \d+ modules$/, '')
  }

  function nodeOf(group: ChunkGroup): LoadNode {
    const files = new Set<string>()
    const shares = new Set<string>()
    for (const chunk of group.chunks) {
      for (const file of chunk.files) files.add(file)
      for (const module of chunkGraph.getChunkModulesIterableBySourceType(chunk, 'consume-shared') ?? []) {
        if (isConsumeShared(module)) shares.add(module.options.shareKey)
      }
    }
    return { files: [...files].sort(), shares: [...shares].sort() }
  }
}

function includedFiles({ chunks }: Compilation): Record<string, string[]> {
  const filesById = new Map([...chunks].map(({ id, files }) => [id, [...files]]))
  const includes: Record<string, string[]> = {}
  for (const { id, ids, files } of chunks) {
    const included = (ids ?? []).filter((other) => other !== id).flatMap((other) => filesById.get(other) ?? [])
    if (included.length > 0) for (const file of files) includes[file] = included.sort()
  }
  return includes
}

function* blocksIn(owner: Module | AsyncDependenciesBlock): Generator<AsyncDependenciesBlock> {
  for (const block of owner.blocks) {
    yield block
    yield* blocksIn(block)
  }
}
