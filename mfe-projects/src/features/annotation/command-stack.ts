import type { Edit } from './edit.ts'

/** Something that the user did, and what takes it back. */
export interface Command {
  redo: readonly Edit[]
  undo: readonly Edit[]
  /** What the server takes back and does again as one, such as an import. */
  act?: { redo: () => void; undo: () => void }
}

/** Whether there is something to take back, and to do again. */
export interface StackState {
  canUndo: boolean
  canRedo: boolean
}

/** What is made again after it was taken back is restored: it keeps its id. */
const again = (edit: Edit): Edit => {
  if (edit.act !== 'create') return edit
  const { id, step } = edit
  return { act: 'restore', id, ...(step && { step }) }
}

/** Done again, it goes on from the own last edit. */
const unseen = (edit: Edit): Edit => {
  if (edit.act === 'create') return edit
  const { seen: _, ...again } = edit
  return again
}

/** The commands without what they do to an object. */
const without = (commands: readonly Command[], id: string): Command[] => {
  const others = (edits: readonly Edit[]) => edits.filter((edit) => edit.id !== id)
  return commands
    .map(({ redo, undo, ...rest }) => ({ redo: others(redo), undo: others(undo), ...rest }))
    .filter(({ redo, act }) => redo.length > 0 || act)
}

/** The commands of a session, without limit: each can be taken back and done again, in its order. */
export class CommandStack {
  readonly #apply: (edits: readonly Edit[]) => void
  readonly #listeners = new Set<() => void>()
  #past: Command[] = []
  #future: Command[] = []
  #state: StackState = { canUndo: false, canRedo: false }

  /** @param apply - makes edits, in the order of the calls */
  constructor(apply: (edits: readonly Edit[]) => void) {
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
    this.#apply(command.redo)
    this.record(command)
  }

  /** As `run`, of what is so already. */
  record({ redo, ...command }: Command): void {
    this.#future = []
    this.#past.push({ redo: redo.map(unseen), ...command })
    this.#tell()
  }

  undo = (): void => {
    const command = this.#past.pop()
    if (!command) return
    this.#future.push({ ...command, redo: command.redo.map(again), undo: command.undo.map(again) })
    this.#apply(command.undo)
    command.act?.undo()
    this.#tell()
  }

  redo = (): void => {
    const command = this.#future.pop()
    if (!command) return
    this.#past.push(command)
    this.#apply(command.redo)
    command.act?.redo()
    this.#tell()
  }

  /** Leaves out what was done to an object, because the server did not do it. */
  forget(id: string): void {
    this.#past = without(this.#past, id)
    this.#future = without(this.#future, id)
    this.#tell()
  }

  #tell(): void {
    this.#state = { canUndo: this.#past.length > 0, canRedo: this.#future.length > 0 }
    for (const listener of this.#listeners) listener()
  }
}
