/** The cost of a document, measured on texts of 6, 8 and 10 pages (docs/performance.md). */
export const COST = {
  /** Core milliseconds of a PDF of any length: request, template, and an empty print. */
  pdfMs: 18,
  /** Core milliseconds of each page of a PDF. */
  pdfPageMs: 3,
  /** Core milliseconds of a Word file, and of each page that it would print. */
  wordMs: 10,
  wordPageMs: 1,
  /**
   * Resident megabytes of the service with its first render process, and per core for its page and render process
   * under mixed work: templates, PDF and Word.
   */
  serviceMb: 260,
  coreMb: 370,
} as const;

export interface Demand {
  readonly documentsPerDay: number;
  readonly pagesPerDocument: number;
  /** Share of Word files, 0 to 1. */
  readonly wordShare: number;
  /** Share of the day's documents in the busiest hour. An even load has 1/24, 0.042. */
  readonly busiestHour: number;
  /** Cores of a pod. */
  readonly cores: number;
  /** Highest use of the processor in the busiest hour; above it, queues grow with every burst. */
  readonly utilisation: number;
}

export interface Capacity {
  readonly documentsPerSecond: number;
  /** Documents that one pod generates per second at full load. */
  readonly podPerSecond: number;
  /** Including one spare, so that a pod can be replaced in the busiest hour. */
  readonly pods: number;
  readonly memoryMbPerPod: number;
}

/** What a cluster needs for a day's documents. */
export function capacityFor(demand: Demand): Capacity {
  const { documentsPerDay, pagesPerDocument, wordShare, busiestHour, cores, utilisation } = demand;
  const pdf = COST.pdfMs + COST.pdfPageMs * pagesPerDocument;
  const word = COST.wordMs + COST.wordPageMs * pagesPerDocument;
  const coreMs = (1 - wordShare) * pdf + wordShare * word;
  const documentsPerSecond = (documentsPerDay * busiestHour) / 3_600;
  const podPerSecond = (cores * 1_000) / coreMs;
  return {
    documentsPerSecond,
    podPerSecond,
    pods: Math.ceil(documentsPerSecond / (podPerSecond * utilisation)) + 1,
    memoryMbPerPod: COST.serviceMb + COST.coreMb * cores,
  };
}
