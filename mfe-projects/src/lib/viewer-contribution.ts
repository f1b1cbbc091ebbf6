import type { ImageViewerProps, ViewerAction, ViewerLayer, ViewerPanel, ViewerTool } from '@lamella/shared/viewer'
import type { ReactNode } from 'react'

/** What a feature adds to the viewer once its code is loaded: the first picture does not wait for it. */
export interface ViewerContribution {
  layers: readonly ViewerLayer[]
  tools: readonly ViewerTool[]
  panels: readonly ViewerPanel[]
  /** Over the upper edge of the picture. */
  bar?: NonNullable<ImageViewerProps['bar']>
  /** Over the lower edge of the picture. */
  floor?: ReactNode
  /** Before the actions: who else looks at the image. */
  people?: ReactNode
  /** Before the viewer's own. */
  actions: readonly ViewerAction[]
  /** After them: items of the menu of downloads. */
  downloads: readonly ViewerAction[]
}
