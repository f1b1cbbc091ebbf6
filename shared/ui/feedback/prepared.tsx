import { Component, type ComponentType, lazy, type ReactNode } from 'react'

/** A component whose code is loaded ahead by `prepare`, or when it is rendered first. */
export type Prepared<Props> = ComponentType<Props> & {
  /** A failure is left to the rendering, where it repeats and is handled. */
  prepare: () => void
}

/**
 * Like `lazy`, but at once where the code is there already. A lazy component always shows what stands for it first, if only for a moment, and
 * React leaves what has been shown for 300 ms.
 */
export const prepared = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Prepared<Props> => {
  const Lazy: ComponentType<Props> = lazy(load)
  let Loaded: ComponentType<Props> | null = null
  return class PreparedPart extends Component<Props> {
    static prepare = (): void => {
      load().then(
        (module) => {
          Loaded = module.default
        },
        () => undefined,
      )
    }

    // Kept: the other one would be mounted anew.
    readonly #Shown: ComponentType<Props> = Loaded ?? Lazy

    override render(): ReactNode {
      const Shown = this.#Shown
      return <Shown {...this.props} />
    }
  }
}
