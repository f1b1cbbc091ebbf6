/** Deep zoom of images, for every remote that shows them. Load it lazily: OpenLayers comes with it. */
export type { PointerPlace } from './canvas/image-map.ts'
export { MapCanvas } from './canvas/map-canvas.tsx'
export { type ObjectOverlay, useImageMap } from './canvas/use-image-map.ts'
export { ChannelsPanel } from './panels/channels-panel.tsx'
export { Overview } from './panels/overview.tsx'
export { type ChannelSetting, drawnColor, initialChannels } from './tiles/channel-settings.ts'
