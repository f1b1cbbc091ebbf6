import { Dialog } from '@lamella/shared/ui'
import type { ViewerTool } from '../tools/viewer-tool.ts'
import { keyGroups } from './key-groups.ts'
import { keyWords } from './key-name.ts'
import css from './key-sheet.module.css'
import type { ViewerAction } from './viewer-action.ts'

interface KeySheetProps {
  view: Parameters<typeof keyGroups>[0]
  tools: readonly ViewerTool[]
  actions: readonly ViewerAction[]
  onClose: () => void
}

/** All keys of the viewer. */
const KeySheet = ({ view, tools, actions, onClose }: KeySheetProps) => (
  <Dialog opened title="Keys of the viewer" onClose={onClose}>
    <p className={css.note}>They work while the focus is in the viewer: click the picture, or reach it with Tab.</p>
    {keyGroups(view, tools, actions)
      .filter(({ lines }) => lines.length > 0)
      .map(({ title, lines }) => (
        <section key={title} className={css.group} aria-label={title}>
          <h3>{title}</h3>
          <dl>
            {lines.map(({ keys, label }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd key={key}>{keyWords(key)}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
  </Dialog>
)

export default KeySheet
