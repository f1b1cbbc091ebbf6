import { type EntryIntegrity, type Registry, type Release, readRegistry } from '@lamella/shared/contract'
import type { BrowserStorage } from '@lamella/shared/session'
import { reportSkipped } from './telemetry.ts'

const address = '/registry.json'
const lastGoodKey = 'lamella.registry'
const browserKey = 'lamella.browser'

/** A validated registry with its origin. */
export interface LoadedRegistry {
  registry: Registry
  /** `last-good`: stored by this browser earlier, used because the server gave no valid one now. */
  source: 'server' | 'last-good'
}

/** The last answer with its tag: an open page asks often, and an unchanged registry is not sent again. */
let known: { etag: string; registry: Registry } | null = null

/**
 * Reads the release registry from the server.
 * @param signal - ends the wait. A page that starts waits for as long as it takes: it has nothing else to show
 * @throws when the server gives no valid registry
 */
export async function fetchRegistry(signal?: AbortSignal): Promise<Registry> {
  const headers = known && { headers: { 'if-none-match': known.etag } }
  const answer = await fetch(address, { cache: 'no-store', ...(signal && { signal }), ...headers })
  if (known && answer.status === 304) return known.registry
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  const read = readRegistry(await answer.json())
  if (!read) throw new Error(`${address} is no registry`)
  reportSkipped(read.skipped)
  // Servers of earlier releases, and some proxies, send no tag.
  const etag = answer.headers.get('etag')
  known = etag === null ? null : { etag, registry: read.registry }
  return read.registry
}

/**
 * Reads the registry from the server, or else the last valid one that this browser stored.
 * @throws when neither is valid
 */
export async function loadRegistry(storage: BrowserStorage): Promise<LoadedRegistry> {
  try {
    const registry = await fetchRegistry()
    storage.write(lastGoodKey, JSON.stringify(registry))
    return { registry, source: 'server' }
  } catch (error) {
    const registry = readLastGood(storage)
    if (!registry) throw error
    return { registry, source: 'last-good' }
  }
}

function readLastGood(storage: BrowserStorage): Registry | null {
  try {
    return readRegistry(JSON.parse(storage.read(lastGoodKey) ?? 'null'))?.registry ?? null
  } catch {
    return null
  }
}

/** One version of a front end that may be loaded. */
export interface Candidate {
  version: string
  url: string
  /** Compatible range of the shared contract; absent when unknown. */
  contract?: string
  /** File name → subresource integrity, of the files that load the entry. */
  entryIntegrity?: EntryIntegrity
}

/**
 * The release for this browser. Trial releases come before the default one, so that raising a trial's traffic only adds
 * browsers to it.
 * @param share - 0 ≤ share < 100, constant per browser and front end
 * @param assigned - version that the server gave the user, which counts before the share if it is active
 */
export function pickRelease(releases: readonly Release[], share: number, assigned?: string): Release | undefined {
  const own = releases.find(({ metadata }) => metadata.version === assigned)
  if (own) return own
  const byTrial = releases.toSorted((a, b) => Number(a.deployment.default) - Number(b.deployment.default))
  let end = 0
  for (const release of byTrial) {
    end += release.deployment.traffic
    if (share < end) return release
  }
  return byTrial.at(-1)
}

/**
 * Versions in the order in which they are tried: the picked release, its last good versions, then those of the default
 * release.
 */
export function candidatesFor(releases: readonly Release[], share: number, assigned?: string): Candidate[] {
  const picked = [pickRelease(releases, share, assigned), releases.find((release) => release.deployment.default)]
  const byVersion = new Map<string, Candidate>()
  for (const release of picked) {
    if (!release) continue
    for (const candidate of candidatesOf(release)) {
      if (!byVersion.has(candidate.version)) byVersion.set(candidate.version, candidate)
    }
  }
  return [...byVersion.values()]
}

/** A release and its last good versions. */
function candidatesOf({ extras, metadata, url }: Release): Candidate[] {
  const { manifest, fallbacks, entryIntegrity } = extras
  const active = {
    version: metadata.version,
    url,
    contract: manifest.contract,
    ...(entryIntegrity && { entryIntegrity }),
  }
  return [active, ...fallbacks]
}

/** A previewed version before all others: when it fails, its operator sees what everybody has. */
export const previewBefore = (preview: Release | undefined, others: readonly Candidate[]): readonly Candidate[] =>
  preview ? [...candidatesOf(preview), ...others.filter(({ version }) => version !== preview.metadata.version)] : others

/**
 * Position of this browser in a front end's traffic: 0 ≤ share < 100, the same at every visit. The browser's random id
 * is created on the first call.
 */
export function shareOf(frontEnd: string, storage: BrowserStorage): number {
  let browser = storage.read(browserKey)
  if (browser === null) {
    browser = crypto.randomUUID()
    storage.write(browserKey, browser)
  }
  return (fnv1a(`${browser}/${frontEnd}`) % 10_000) / 100
}

/** FNV-1a, 32 bits (Fowler, Noll and Vo, 1991): spreads similar texts evenly; not cryptographic. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
