import { type RuntimeConfig, runtimeConfig } from '@lamella/shared/contract'
import * as z from 'zod/mini'

const address = '/assets/config/config.json'

/** The configuration cannot be used; `problems` are sentences for an operator. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(`${address}: ${problems.join('; ')}`, options)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Paths of the values that a deployment forgot to fill in (document 1 §3): text with a placeholder `${…}`. */
export function unresolvedPlaceholders(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return /\$\{[^}]*\}/.test(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => unresolvedPlaceholders(inner, path ? `${path}.${key}` : key))
}

/** @throws ConfigError */
export function parseConfig(input: unknown): RuntimeConfig {
  const unresolved = unresolvedPlaceholders(input)
  if (unresolved.length > 0) throw new ConfigError(unresolved.map((path) => `unresolved placeholder in ${path}`))
  const parsed = z.safeParse(runtimeConfig, input)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  }
  return parsed.data
}

/** @throws ConfigError also when the file cannot be fetched or is not JSON */
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
