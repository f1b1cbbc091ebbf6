import type { AnnotationChange } from '@lamella/shared/contract'

/** Something that the user did, and what takes it back. */
export interface Command {
  redo: readonly AnnotationChange[]
  undo: readonly AnnotationChange[]
}

/** Whether there is something to take back, and to do again. */
export interface StackState {
  canUndo: boolean
  canRedo: boolean
}

/** What is made again after it was taken back is restored: it keeps its id. */
const again = (change: AnnotationChange): AnnotationChange =>
  change.act === 'create' ? { act: 'restore', id: change.id } : change

/** The commands of a session, without limit: each can be taken back and done again, in its order. */
export class CommandStack {
  readonly #apply: (changes: readonly AnnotationChange[]) => void
  readonly #listeners = new Set<() => void>()
  readonly #past: Command[] = []
  readonly #future: Command[] = []
  #state: StackState = { canUndo: false, canRedo: false }

  /** @param apply - makes changes; in the order of the calls */
  constructor(apply: (changes: readonly AnnotationChange[]) => void) {
    this.#apply = apply
  }

  /** The same object until it changes. */
  get state(): StackState {
    return this.#state
  }

  /** @returns ends it */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Does something new, which ends what could be done again. */
  run(command: Command): void {
    this.#future.length = 0
    this.#past.push(command)
    this.#apply(command.redo)
    this.#tell()
  }

  undo = (): void => {
    const command = this.#past.pop()
    if (!command) return
    this.#future.push({ ...command, redo: command.redo.map(again) })
    this.#apply(command.undo)
    this.#tell()
  }

  redo = (): void => {
    const command = this.#future.pop()
    if (!command) return
    this.#past.push(command)
    this.#apply(command.redo)
    this.#tell()
  }

  #tell(): void {
    this.#state = { canUndo: this.#past.length > 0, canRedo: this.#future.length > 0 }
    for (const listener of this.#listeners) listener()
  }
}
