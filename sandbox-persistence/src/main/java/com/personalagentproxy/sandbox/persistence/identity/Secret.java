package com.personalagentproxy.sandbox.persistence.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * A token or a one-time code in clear: a prefix that says what it is, 256 random bits, and six
 * digits of a checksum, so that whoever searches texts for lost tokens finds them and little else.
 * It is shown once and not kept; {@link #toString} doesn't tell it.
 */
public record Secret(String text) {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final int CHECKSUM_DIGITS = 6;
  private static final Pattern BLANKS = Pattern.compile("[\\p{Z}\\p{C}]+");
  private static final Pattern WHOLE =
      Pattern.compile("(?<rest>sbx_[a-z]+_[0-9A-Za-z_-]{43})(?<sum>[0-9A-Za-z]{6})");

  /**
   * A new one.
   *
   * @param prefix what it is, such as {@code sbx_signin_}
   */
  public static Secret random(String prefix) {
    byte[] bits = new byte[32];
    RANDOM.nextBytes(bits);
    String text = prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    return new Secret(text + checksum(text));
  }

  /**
   * The one that is in a text a person copied, with blanks, line breaks or punctuation around or
   * within it; empty if there is none that is whole.
   */
  public static Optional<Secret> copied(String text) {
    Matcher found = WHOLE.matcher(BLANKS.matcher(text).replaceAll(""));
    return found.find() && found.group("sum").equals(checksum(found.group("rest")))
        ? Optional.of(new Secret(found.group()))
        : Optional.empty();
  }

  /** CRC-32 of all before it, in base 62: nothing secret, and nothing that is trusted. */
  private static String checksum(String text) {
    CRC32 sum = new CRC32();
    sum.update(text.getBytes(StandardCharsets.US_ASCII));
    char[] digits = new char[CHECKSUM_DIGITS];
    long rest = sum.getValue();
    for (int place = CHECKSUM_DIGITS - 1; place >= 0; place--) {
      digits[place] = DIGITS.charAt((int) (rest % DIGITS.length()));
      rest /= DIGITS.length();
    }
    return new String(digits);
  }

  /**
   * What is kept and looked for. Looking for a hash tells nothing by its time about the text that
   * is hashed.
   */
  static byte[] hash(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Every Java has SHA-256.", impossible);
    }
  }

  byte[] hash() {
    return hash(text);
  }

  @Override
  public String toString() {
    return "Secret[…]";
  }
}
