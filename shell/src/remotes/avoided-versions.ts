import type { BrowserStorage } from '@lamella/shared/session'
import * as z from 'zod/mini'
import { own } from './own.ts'

const key = 'lamella.avoided-versions'

const stored = z.record(z.string(), z.array(z.string()))

/** Versions of remotes that the user has left for an earlier one, for the session of this tab. */
export class AvoidedVersions {
  readonly #storage: BrowserStorage

  constructor(storage: BrowserStorage) {
    this.#storage = storage
  }

  of(app: string): readonly string[] {
    return own(this.#read(), app) ?? []
  }

  add(app: string, version: string): void {
    this.#storage.write(key, JSON.stringify({ ...this.#read(), [app]: [...new Set([...this.of(app), version])] }))
  }

  clear(app: string): void {
    this.#storage.write(key, JSON.stringify({ ...this.#read(), [app]: [] }))
  }

  #read(): Record<string, string[]> {
    try {
      return z.parse(stored, JSON.parse(this.#storage.read(key) ?? '{}'))
    } catch {
      return {}
    }
  }
}
