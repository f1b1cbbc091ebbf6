import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconFlipVertical,
  IconKeyboard,
  IconRotate2,
  IconRotateClockwise2,
  IconRotateDot,
} from '@tabler/icons-react'
import type { ImageMap } from '../canvas/image-map.ts'
import { type Orientation, turnOf, upright } from '../view-state/view-state.ts'
import type { ViewerAction } from './viewer-action.ts'

interface OwnOptions {
  map: ImageMap | null
  orientation: Orientation
  isFull: boolean
  onFull: () => void
  onKeys: () => void
}

/** Degrees of a small turn. */
const small = 5

/** The commands that every viewer has: turning, full screen, the sheet of keys. */
export const ownActions = ({ map, orientation, isFull, onFull, onKeys }: OwnOptions): ViewerAction[] => {
  const { rotation, mirrored } = orientation
  /** By what the map has now: keys may be quicker than the state of the page. */
  const lay = (change: (now: Orientation) => Orientation) => (): void => map?.orient(change(map.orientation))
  const turn = (degrees: number) => lay((now) => ({ ...now, rotation: turnOf(now.rotation + degrees) }))
  return [
    {
      id: 'right',
      label: 'Turn right by 90°',
      icon: IconRotateClockwise2,
      shortcut: 'Shift+r',
      menu: 'Turn',
      run: turn(90),
    },
    { id: 'left', label: 'Turn left by 90°', icon: IconRotate2, shortcut: 'Shift+l', menu: 'Turn', run: turn(-90) },
    {
      id: 'bit',
      label: `Turn right by ${small}°`,
      icon: IconRotateClockwise2,
      shortcut: 't',
      menu: 'Turn',
      run: turn(small),
    },
    {
      id: 'back',
      label: `Turn left by ${small}°`,
      icon: IconRotate2,
      shortcut: 'Shift+t',
      menu: 'Turn',
      run: turn(-small),
    },
    {
      id: 'mirror',
      label: 'Mirror left and right',
      icon: IconFlipVertical,
      shortcut: 'x',
      menu: 'Turn',
      // What is seen is mirrored: a turn to the right becomes one to the left.
      run: lay((now) => ({ rotation: turnOf(-now.rotation), mirrored: !now.mirrored })),
    },
    {
      id: 'upright',
      label: 'As stored',
      icon: IconRotateDot,
      shortcut: 'u',
      menu: 'Turn',
      disabled: rotation === 0 && !mirrored,
      run: lay(() => upright),
    },
    {
      id: 'full',
      label: isFull ? 'Leave full screen' : 'Full screen',
      icon: isFull ? IconArrowsMinimize : IconArrowsMaximize,
      shortcut: 'f',
      run: onFull,
    },
    { id: 'keys', label: 'Keys', icon: IconKeyboard, shortcut: '?', run: onKeys },
  ]
}
