import type { ServerEvent } from '@lamella/shared/contract'

/** An event of the server about who looks at an image. */
export type PresenceEvent = Extract<ServerEvent, { type: 'presence' }>

/** Another open page of the image. */
export interface OtherPage {
  page: string
  user: string
  selected: readonly string[]
}

interface Heard extends OtherPage {
  at: number
}

/** ms after which a page that has said nothing is taken for closed: it may have been killed. */
export const silence = 50_000

/** The other open pages of an image, by what they tell. */
export class OtherPages {
  readonly #heard = new Map<string, Heard>()
  readonly #listeners = new Set<() => void>()
  #pages: readonly OtherPage[] = []

  /** In the order in which they came. The same array until it changes. */
  get pages(): readonly OtherPage[] {
    return this.#pages
  }

  /** @returns ends it */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** @returns whether the page was not known: it does not know this one either */
  hear({ page, user, selected, isGone }: PresenceEvent, now: number): boolean {
    const isNew = !isGone && !this.#heard.has(page)
    if (isGone) this.#heard.delete(page)
    else this.#heard.set(page, { page, user, selected, at: now })
    this.#tell()
    return isNew
  }

  /** Leaves out those that have said nothing for long. */
  forgetSilent(now: number): void {
    const silent = [...this.#heard.values()].filter(({ at }) => now - at > silence)
    for (const { page } of silent) this.#heard.delete(page)
    if (silent.length > 0) this.#tell()
  }

  #tell(): void {
    this.#pages = [...this.#heard.values()].map(({ page, user, selected }) => ({ page, user, selected }))
    for (const listener of this.#listeners) listener()
  }
}
