import { ActionIcon, Tooltip } from '@mantine/core'
import { keyWords } from '../actions/key-name.ts'
import css from './tool-rail.module.css'
import type { ViewerTool } from './viewer-tool.ts'

interface ToolRailProps {
  tools: readonly ViewerTool[]
  active: ViewerTool | null
  onActivate: (tool: ViewerTool) => void
}

/** One button per tool, with its shortcut in the tooltip. */
export const ToolRail = ({ tools, active, onActivate }: ToolRailProps) => (
  <div className={css.rail} role="toolbar" aria-label="Tools">
    {tools
      .filter(({ isApart }) => !isApart)
      .map((tool) => {
        const { id, label, icon: ToolIcon, shortcut } = tool
        return (
          <Tooltip key={id} label={`${label} (${keyWords(shortcut)})`} position="right">
            <ActionIcon
              className={css.tool}
              size={36}
              aria-label={label}
              aria-keyshortcuts={shortcut}
              aria-pressed={tool === active}
              onClick={() => onActivate(tool)}
            >
              <ToolIcon size={20} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )
      })}
  </div>
)
