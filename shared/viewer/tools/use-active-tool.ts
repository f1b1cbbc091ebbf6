import { type KeyboardEvent, useState } from 'react'
import { keyNameOf } from '../actions/key-name.ts'
import type { ViewerTool } from './viewer-tool.ts'

interface ActiveTool {
  /** Null where there are no tools. */
  active: ViewerTool | null
  activate: (tool: ViewerTool) => void
  /** Handler of the tools' shortcuts, for the element around the viewer. */
  onKeyDown: (event: KeyboardEvent) => void
}

/** The active tool: the chosen one, or the first while none is chosen or the chosen one is no longer there. */
export const useActiveTool = (tools: readonly ViewerTool[]): ActiveTool => {
  const [chosen, setChosen] = useState<string | null>(null)
  const active = tools.find(({ id }) => id === chosen) ?? tools[0] ?? null
  const activate = ({ id }: ViewerTool): void => setChosen(id)
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = keyNameOf(event)
    const tool = tools.find(({ shortcut }) => shortcut === key)
    if (tool) activate(tool)
  }
  return { active, activate, onKeyDown }
}
