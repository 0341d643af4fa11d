"""The words that scripts/prose looks for, and what to write instead."""

import re

PREPOSITIONS = (
    "About|After|Against|Among|At|Before|Between|By|For|From|In|Into|Of|On|Over|Since|Through|To|Under|Until|With|"
    "Within|Without")

# Words that put a clause before the subject when a comment opens with them.
FRONTED = re.compile(
    r"(?:As (?:long|many|far|often|soon|much|little) as|As many|Behind|By(?! default\b)|How|Of|"
    r"One (?:that|who|which)|Such|The same|Those|What|Whatever|When|Whenever|Where|Wherever|Whether|Which|"
    r"Whichever|Who|Whoever|Whom|Whose|"
    rf"(?:{PREPOSITIONS}) (?:what|which|whom|whose|where|whoever|how))\b")

# Such words at the beginning of a sentence in a message. "How to …", "How long to …" and "What's …" are plain.
SENTENCE_OPENERS = re.compile(
    r"(?:^|(?<=[.!?:;]\s))\s*(?:As long as|Behind|How(?! to\b| \w+ to\b)|Such(?! as\b)|What(?!’s|'s)|Whatever|"
    r"Where|Whether|Whichever|Whoever|Whom|Whose|Who|Of(?! course\b)|"
    rf"(?:{PREPOSITIONS}) (?:what|which|whom|whose|where|whoever))\b(?=[ ,]\S)")

# "People who read" and "shows who made it" are plain, "who reads it is shown" is not.
NO_PERSON = "".join(
    f"(?<!{noun} )" for noun in (
        "people", "person", "everyone", "anyone", "someone", "somebody", "everybody", "anybody", "user", "users",
        "reader", "readers", "author", "authors", "viewer", "viewers", "owner", "owners", "editor", "editors", "others",
        "those", "say", "says", "show", "shows", "see", "sees", "know", "knows"))

MESSAGES = [
    (re.compile(pattern, re.I), instead) for pattern, instead in (
        (r"(?<!there )\b(?:is|are|was|were) no\b(?! longer| more than)", "“is not a …”, or name what is missing"),
        (r"\b(?:that|which|there|they|it|these|where) (?:is|are|was|were) none\b|\b(?:is|are) none of (?:it|them)\b",
         "name what is missing: “no books match”, “nothing here yet”"),
        (r"\btold\b", "reported, shown; “told apart”: distinguished"),
        (NO_PERSON + r"\bwho\b", "name the person: the user, the client, people who …"),
        (r"\bwhoever\b", "anyone who, or name the person"),
        (r"\b(?:is|are|was|were|be|been|being) said\b", "reported, shown, listed"),
        (r"\bstands?\b(?! for\b)", "is, is stored, applies"),
        (r"\bgoes\b", "is stored, is removed, applies"),
        (r"\bbesides\b", "in addition to; other than"),
        (r"\bbehind\b(?! (?:a|the|your) (?:\w+ )?proxy)", "after"),
        (r"(?<!proxy )\bin front of\b", "before"),
        (r"\bsigns?\b(?! (?:in|out|up|on)\b)(?<!equals sign)(?<!minus sign)", "character, separator, symbol"),
        (r"\bthe usual\b", "default"),
        (r"\b(?:wanted|asked)\b", "requested, pending"),
        (r"\btrial\b", "dry run"),
        (r"\bread along\b", "over an unencrypted connection"),
        (r"\bwhat is up\b", "what is next"),
        (r"\bmended\b", "fixed"),
        (r"\b(?:a|the) holes?\b", "a vulnerability"),
        (r"\bin place of\b", "instead of"),
        (r"(?<!take )(?<!takes )(?<!taken )\b(?:the|a|its|that|which|another|of) places?\b",
         "index, position, offset, row number, whichever it is"),
    )]
