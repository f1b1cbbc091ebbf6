import { type RuntimeConfig, runtimeConfig } from '@lamella/shared/contract'
import * as z from 'zod/mini'

const address = '/assets/config/config.json'

/** The runtime configuration cannot be used; `problems` are sentences for an operator. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(`${address}: ${problems.join('; ')}`, options)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/**
 * Dotted paths of the values that still contain a placeholder `${…}` (D1-3-38).
 * @param path - prefix of the reported paths
 */
export function unresolvedPlaceholders(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return /\$\{[^}]*\}/.test(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => unresolvedPlaceholders(inner, path ? `${path}.${key}` : key))
}

/**
 * Validates the content of the configuration file.
 * @throws ConfigError for unresolved placeholders and for values that the schema refuses
 */
export function parseConfig(input: unknown): RuntimeConfig {
  const unresolved = unresolvedPlaceholders(input)
  if (unresolved.length > 0) throw new ConfigError(unresolved.map((path) => `unresolved placeholder in ${path}`))
  const parsed = z.safeParse(runtimeConfig, input)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  }
  return parsed.data
}

/**
 * Reads `/assets/config/config.json` (D1-7-27), past the browser's cache.
 * @throws ConfigError also when the file cannot be fetched or is not JSON
 */
export async function loadConfig(): Promise<RuntimeConfig> {
  let input: unknown
  try {
    const answer = await fetch(address, { cache: 'no-store' })
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    input = await answer.json()
  } catch (cause) {
    throw new ConfigError(['cannot be read'], { cause })
  }
  return parseConfig(input)
}
