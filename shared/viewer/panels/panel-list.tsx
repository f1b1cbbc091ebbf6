import { formatNumber } from '@lamella/shared/ui'
import css from './panel-list.module.css'
import type { ViewerPanel } from './viewer-panel.ts'

/** The panels, one below the other, each with its title. */
export const PanelList = ({ panels }: { panels: readonly ViewerPanel[] }) => (
  <>
    {panels.map((panel) => (
      <section key={panel.id} className={css.panel} data-fills={panel.fills || undefined} aria-label={panel.title}>
        <div className={css.head}>
          <h2>
            {panel.title} {panel.count !== undefined && <span>{formatNumber(panel.count)}</span>}
          </h2>
          {panel.actions}
        </div>
        {panel.render()}
      </section>
    ))}
  </>
)
