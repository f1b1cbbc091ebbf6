import { fileURLToPath } from 'node:url'
import type { Compilation, Compiler, Module } from 'webpack'
import {
  type Compatibility,
  compatibilityFile,
  describeCall,
  endpointsIn,
  remoteForm,
} from '../../contract/compatibility.ts'
import * as contract from '../../contract/index.ts'
import { isConsumeShared, isProvideShared } from './federation-modules.ts'

const contractFolder = fileURLToPath(new URL('../../contract/', import.meta.url))

/**
 * Emits `compatibility.json`: the calls of the API that are left in the build after tree-shaking, the names that it imports from
 * shared modules, and the shared modules that it provides (ADR 60).
 */
export class CompatibilityPlugin {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap('CompatibilityPlugin', (compilation) => {
      let found: Compatibility | null = null
      // Before modules are joined to bigger ones, in which the single imports cannot be told apart.
      compilation.hooks.afterOptimizeModules.tap('CompatibilityPlugin', () => {
        found = compatibilityOf(compilation)
      })
      compilation.hooks.processAssets.tap(
        { name: 'CompatibilityPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => compilation.emitAsset(compatibilityFile, new sources.RawSource(`${JSON.stringify(found)}\n`)),
      )
    })
  }
}

const compatibilityOf = (compilation: Compilation): Compatibility => ({
  contract: contract.contractVersion,
  remoteForms: [remoteForm],
  calls: callsIn(compilation),
  needs: needsOf(compilation),
  provides: providedBy(compilation),
})

/** All exports of the contract that are endpoints and in use by some module of the build. */
function callsIn({ modules, moduleGraph, chunkGraph }: Compilation): Compatibility['calls'] {
  const endpoints = endpointsIn(contract)
  const used = new Set<string>()
  for (const module of modules) {
    if (!module.nameForCondition()?.startsWith(contractFolder)) continue
    for (const runtime of chunkGraph.getModuleRuntimes(module)) {
      const names = moduleGraph.getExportsInfo(module).getUsedExports(runtime)
      if (names === true) for (const { name } of moduleGraph.getExportsInfo(module).orderedExports) used.add(name)
      else if (names) for (const name of names) used.add(name)
    }
  }
  return [...endpoints]
    .filter(([name]) => used.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, endpoint]) => describeCall(name, endpoint, 'client'))
}

/** Names that the modules of the build import from a module, sorted. */
function namesImportedFrom(module: Module, { moduleGraph, chunkGraph }: Compilation): string[] {
  const names = new Set<string>()
  for (const connection of moduleGraph.getIncomingConnections(module)) {
    const { dependency, originModule } = connection
    if (!dependency || !originModule) continue
    for (const runtime of chunkGraph.getModuleRuntimes(originModule)) {
      if (!connection.isTargetActive(runtime)) continue
      for (const reference of dependency.getReferencedExports(moduleGraph, runtime)) {
        const [name] = Array.isArray(reference) ? reference : reference.name
        if (name !== undefined) names.add(name)
      }
    }
  }
  return [...names].sort()
}

function needsOf(compilation: Compilation): Compatibility['needs'] {
  const needs: Compatibility['needs'] = {}
  for (const module of compilation.modules) {
    if (!isConsumeShared(module)) continue
    const { shareKey, requiredVersion } = module.options
    const names = namesImportedFrom(module, compilation)
    needs[shareKey] = { range: String(requiredVersion), names: [...(needs[shareKey]?.names ?? []), ...names] }
  }
  return needs
}

function providedBy({ modules, moduleGraph }: Compilation): Compatibility['provides'] {
  const provides: Compatibility['provides'] = {}
  for (const module of modules) {
    if (!isProvideShared(module)) continue
    const [dependency] = module.blocks[0]?.dependencies ?? module.dependencies
    const target = dependency && moduleGraph.getModule(dependency)
    const names = target && moduleGraph.getProvidedExports(target)
    provides[module._name] = { version: String(module._version), names: Array.isArray(names) ? names.sort() : null }
  }
  return provides
}
