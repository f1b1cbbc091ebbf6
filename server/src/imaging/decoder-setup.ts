/** Imported by programs that decode untrusted files: what libvips may open, and with how many threads. */
import { availableParallelism } from 'node:os'
import sharp from 'sharp'

sharp.cache(false)
sharp.concurrency(Math.min(4, availableParallelism()))
// Files are recognised before sharp opens them; the other loaders of libvips only enlarge the attack surface.
sharp.block({ operation: ['VipsForeignLoad'] })
const readable = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadTiff']
// WebP: of tiles written here only, as files in that format are refused.
sharp.unblock({ operation: [...readable, 'VipsForeignLoadWebp'] })
