import type { PixelSource } from './pixel-source.ts'

/**
 * One view per time point of an image, in order: `timePointSources(image, rgbSource)` or `timePointSources(image, multichannelSource)`. Reading them in
 * this order decodes each plane once.
 */
export const timePointSources = <View>(
  source: PixelSource,
  view: (source: PixelSource, time: number) => View,
): View[] => Array.from({ length: source.timePoints }, (_, time) => view(source, time))
