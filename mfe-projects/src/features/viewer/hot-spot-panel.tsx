import type { ViewerPanel } from '@lamella/shared/viewer'
import type { ShownHotSpot } from '../../lib/shown-hot-spot.ts'
import css from './objects-panel.module.css'
import { ShowToggle } from './show-toggle.tsx'
import { hotSpotColor } from './use-hot-spot-layer.ts'

/** Viewer panel of a hot spot: its figures, and a toggle for drawing it. */
export const hotSpotPanel = (
  { words }: ShownHotSpot,
  visible: boolean,
  onVisible: (visible: boolean) => void,
): ViewerPanel => ({
  id: 'hot-spot',
  title: 'Hot spot',
  actions: <ShowToggle what="hot spot" visible={visible} onVisible={onVisible} />,
  render: () => (
    <p className={css.hotSpot}>
      <span className={css.swatch} style={{ backgroundColor: hotSpotColor }} /> {words}
    </p>
  ),
})
