import { type KeyboardEvent, useState } from 'react'
import { keyNameOf } from '../actions/key-name.ts'
import type { ViewerTool } from './viewer-tool.ts'

export interface ActiveTool {
  /** Null where there are no tools. */
  active: ViewerTool | null
  /** @param tool - at least its id */
  activate: (tool: Pick<ViewerTool, 'id'>) => void
  /** Handler of the tools' shortcuts, for the element around the viewer. */
  onKeyDown: (event: KeyboardEvent) => void
}

/** The active tool: the chosen one, or the first where none is chosen. A chosen one that goes is not chosen any more when it comes back. */
export const useActiveTool = (tools: readonly ViewerTool[]): ActiveTool => {
  const [chosen, setChosen] = useState<string | null>(null)
  if (chosen !== null && !tools.some(({ id }) => id === chosen)) setChosen(null)
  const active = tools.find(({ id }) => id === chosen) ?? tools[0] ?? null
  const activate = ({ id }: Pick<ViewerTool, 'id'>): void => setChosen(id)
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = keyNameOf(event)
    const tool = tools.find(({ shortcut }) => shortcut === key)
    if (tool) activate(tool)
  }
  return { active, activate, onKeyDown }
}
