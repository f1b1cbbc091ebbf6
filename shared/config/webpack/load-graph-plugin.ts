import type { AsyncDependenciesBlock, ChunkGroup, Compilation, Compiler, Module } from 'webpack'

/** What has to be loaded before one thing can run. */
export interface LoadNode {
  files: string[]
  /** Shared modules which it asks for; who provides them lists their files under `shared`. */
  shares: string[]
}

/** `load-graph.json`: which files of a build a page really loads (shared/config/size-budget.ts reads it). */
export interface LoadGraph {
  entries: Record<string, LoadNode>
  /** By module that is imported lazily, relative to the app's folder. */
  lazy: Record<string, LoadNode>
  /** By shared request, only where this build provides it. */
  shared: Record<string, LoadNode>
}

/** Writes down the chunk graph, in which module federation hides that a chunk waits for shared modules. */
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
  const graph: LoadGraph = { entries: {}, lazy: {}, shared: {} }
  for (const [name, entrypoint] of compilation.entrypoints) graph.entries[name] = nodeOf(entrypoint)

  for (const module of compilation.modules) {
    for (const block of blocksIn(module)) {
      const group = chunkGraph.getBlockChunkGroup(block)
      const target = block.dependencies[0] && moduleGraph.getModule(block.dependencies[0])
      if (!group || !target) continue
      if (isProvideShared(module)) graph.shared[module._name] = nodeOf(group)
      // What is consumed has a block too: its own copy, which is not loaded while somebody provides it.
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

// Two kinds of module of the federation plugin: one is put into the share scope of the page, one is looked up there.
type ProvideSharedModule = Module & { _name: string }
type ConsumeSharedModule = Module & { options: { shareKey: string } }

const isProvideShared = (module: Module): module is ProvideSharedModule => module.type === 'provide-module'
const isConsumeShared = (module: Module): module is ConsumeSharedModule => module.type === 'consume-shared-module'

function* blocksIn(owner: Module | AsyncDependenciesBlock): Generator<AsyncDependenciesBlock> {
  for (const block of owner.blocks) {
    yield block
    yield* blocksIn(block)
  }
}
