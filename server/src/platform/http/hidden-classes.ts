import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** One more than the seven objects after which V8 ends slack tracking for a constructor. */
const enough = 8

/**
 * Keeps the fast layout of HTTP requests and responses for the life of this process. V8 sizes the in-object properties of a
 * constructor by the hidden classes that are alive when its seventh object is made (slack tracking). A garbage collection between
 * the first requests of a quiet server leaves none alive: every property then lies outside of the object, and because Node stores
 * many under symbols, all later requests become dictionaries: a quarter fewer tiles per second. Created all at once, these objects
 * fix the size before anything is collected. Call it before the first request.
 * @returns the objects, which need not be kept
 */
export const keepHiddenClassesStable = (): ServerResponse[] =>
  Array.from({ length: enough }, () => new ServerResponse(new IncomingMessage(new Socket())))
