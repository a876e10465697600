// Names that only messages of Amazon SQS have, in the spellings of its API, its SDKs and people's own lines.

/** What holds none of them holds no message. */
export const messageSigns = /receipt_?handle|approximate_?receive_?count|md5_?of_?message_?body/i;
