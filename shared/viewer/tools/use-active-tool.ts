import { type KeyboardEvent, useState } from 'react'
import type { ViewerTool } from './viewer-tool.ts'

const textFields = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]'

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(textFields) !== null

interface ActiveTool {
  /** Null where there are no tools. */
  active: ViewerTool | null
  activate: (tool: ViewerTool) => void
  /** For the element around the viewer: the tools' keys. */
  onKeyDown: (event: KeyboardEvent) => void
}

/** Which of the tools is active: the first, until another is chosen or the chosen one is no longer offered. */
export const useActiveTool = (tools: readonly ViewerTool[]): ActiveTool => {
  const [chosen, setChosen] = useState<string | null>(null)
  const active = tools.find(({ id }) => id === chosen) ?? tools[0] ?? null
  const activate = ({ id }: ViewerTool): void => setChosen(id)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
    const tool = tools.find(({ shortcut }) => shortcut === event.key.toLowerCase())
    if (tool) activate(tool)
  }
  return { active, activate, onKeyDown }
}
