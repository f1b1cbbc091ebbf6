import type OlMap from 'ol/Map.js'

/** Does things where the picture comes to rest after a key that moves it, so that they are done at the place that the user has chosen. */
export class AtRest {
  readonly #map: OlMap
  #act: (() => void) | null = null

  constructor(map: OlMap) {
    this.#map = map
  }

  /** Does it now, or once the picture rests. What comes until then is the same wish again. */
  do(act: () => void): void {
    if (!this.#map.getView().getAnimating()) act()
    else if (!this.#act) {
      this.#act = act
      this.#map.once('moveend', this.#run)
    }
  }

  /** Gives up what was not done yet. */
  end(): void {
    this.#act = null
    this.#map.un('moveend', this.#run)
  }

  readonly #run = (): void => {
    const act = this.#act
    this.#act = null
    act?.()
  }
}
