import type OlMap from 'ol/Map.js'

/** Does things where the picture comes to rest after a key that moves it, so that they are done at the place that the user has chosen. */
export class AtRest {
  readonly #map: OlMap
  #acts: (() => void)[] = []

  constructor(map: OlMap) {
    this.#map = map
  }

  /** Does it now, or once the picture rests, in the order of the calls. The same thing again until then is the same wish. */
  do(act: () => void): void {
    if (!this.#map.getView().getAnimating()) act()
    else if (!this.#acts.includes(act)) {
      if (this.#acts.length === 0) this.#map.once('moveend', this.#run)
      this.#acts.push(act)
    }
  }

  /** Gives up what was not done yet. @returns whether there was something */
  giveUp(): boolean {
    const wasWaiting = this.#acts.length > 0
    this.#acts = []
    this.#map.un('moveend', this.#run)
    return wasWaiting
  }

  readonly #run = (): void => {
    const acts = this.#acts
    this.#acts = []
    for (const act of acts) act()
  }
}
